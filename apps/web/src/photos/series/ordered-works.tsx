import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/series';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { moveItem } from '~/photos/image-picker/order-buttons.tsx';
import { useDragOrder } from '~/photos/image-picker/use-drag-order.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import './series-dialogs.css';

export interface OrderedItem {
  id: string;
  /** Names the item in the labels of its buttons. */
  title: string;
  /** Drags the item. */
  handle: ReactNode;
  field?: ReactNode;
}

interface OrderedItemsProps {
  legend: ReactNode;
  items: readonly OrderedItem[];
  disabled: boolean;
  /** Receives the ids in their new order. */
  onChange: (ids: string[]) => void;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Works, texts or rooms, to be reordered by dragging or by buttons, and taken out. */
export function OrderedItems({ legend, items, disabled, onChange }: OrderedItemsProps) {
  const [announcement, setAnnouncement] = useState('');
  const ids = items.map(({ id }) => id);
  const count = items.length;
  const move = (from: number, to: number) => {
    onChange(moveItem(ids, from, to));
    setAnnouncement(words.nowAt({ title: items[from]?.title ?? '', position: to + 1, count }));
  };
  const { list, dragged, handle } = useDragOrder({ ids, disabled, onMove: move });
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-1 text-t15 font-semibold">{legend}</legend>
      <ol ref={list} className="ordered-works">
        {items.map((item, index) => (
          <li key={item.id} data-item={item.id} className="ordered-work" data-dragged={dragged === item.id || undefined}>
            <span className="ordered-work-handle" {...handle(item.id)}>
              {item.handle}
            </span>
            {item.field}
            <IconButton label={words.moveUp(item)} aria-disabled={index === 0} onClick={() => index > 0 && move(index, index - 1)}>
              <ArrowUp {...icon} />
            </IconButton>
            <IconButton
              label={words.moveDown(item)}
              aria-disabled={index === count - 1}
              onClick={() => index < count - 1 && move(index, index + 1)}
            >
              <ArrowDown {...icon} />
            </IconButton>
            <IconButton
              label={words.takeOut(item)}
              onClick={() => {
                onChange(ids.filter((id) => id !== item.id));
                setAnnouncement(words.takenOut(item));
              }}
            >
              <X {...icon} />
            </IconButton>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  );
}

/** `note`: a line under the title. */
export const orderedWork = (photo: Photo, note?: string): OrderedItem => ({
  id: photo.id,
  title: photo.title,
  handle: (
    <>
      <Thumbnail photo={photo} />
      <span className="min-w-0">
        <span className="ordered-work-title" dir="auto">
          {photo.title}
        </span>
        {note !== undefined && <span className="block text-t15 text-ink-meta">{note}</span>}
      </span>
    </>
  ),
});

export function Thumbnail({ photo: { images } }: { photo: Pick<Photo, 'images'> }) {
  const [image] = images;
  if (image === undefined) return null;
  return (
    <img
      src={image.image_path}
      srcSet={image.srcset.jpeg}
      sizes="72px"
      alt=""
      width="72"
      height="72"
      loading="lazy"
      decoding="async"
      draggable={false}
      className="series-thumb"
    />
  );
}
