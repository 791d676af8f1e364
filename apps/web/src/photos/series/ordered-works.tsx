import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/series';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import { moveItem } from '~/photos/image-picker/order-buttons.tsx';
import { useDragOrder } from '~/photos/image-picker/use-drag-order.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import './series-dialogs.css';

interface OrderedWorksProps {
  photos: readonly Photo[];
  disabled: boolean;
  /** Receives the ids in their new order. */
  onChange: (ids: string[]) => void;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The works of a series, to be reordered by dragging or by buttons, and taken out. */
export function OrderedWorks({ photos, disabled, onChange }: OrderedWorksProps) {
  const [announcement, setAnnouncement] = useState('');
  const ids = photos.map(({ id }) => id);
  const count = photos.length;
  const move = (from: number, to: number) => {
    onChange(moveItem(ids, from, to));
    setAnnouncement(words.nowAt({ title: photos[from]?.title ?? '', position: to + 1, count }));
  };
  const { list, dragged, handle } = useDragOrder({ ids, disabled, onMove: move });
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-1 text-t15 font-semibold">{words.photos}</legend>
      <ol ref={list} className="ordered-works">
        {photos.map((photo, index) => (
          <li key={photo.id} data-item={photo.id} className="ordered-work" data-dragged={dragged === photo.id || undefined}>
            <span className="ordered-work-handle" {...handle(photo.id)}>
              <Thumbnail photo={photo} />
              <span className="truncate" dir="auto">
                {photo.title}
              </span>
            </span>
            <IconButton label={words.moveUp(photo)} aria-disabled={index === 0} onClick={() => index > 0 && move(index, index - 1)}>
              <ArrowUp {...icon} />
            </IconButton>
            <IconButton
              label={words.moveDown(photo)}
              aria-disabled={index === count - 1}
              onClick={() => index < count - 1 && move(index, index + 1)}
            >
              <ArrowDown {...icon} />
            </IconButton>
            <IconButton
              label={words.takeOut(photo)}
              onClick={() => {
                onChange(ids.filter((id) => id !== photo.id));
                setAnnouncement(words.takenOut(photo));
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

export function Thumbnail({ photo: { images } }: { photo: Photo }) {
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
      style={{ backgroundColor: image.color }}
    />
  );
}
