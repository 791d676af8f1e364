import * as words from '@mbari/words/image-picker';
import './image-picker.css';
import { X } from 'lucide-react';
import { type HTMLAttributes, useState, type RefObject, useLayoutEffect, useRef } from 'react';
import { IconButton } from '~/platform/ui/button.tsx';
import { AltField } from './alt-field.tsx';
import { type ChosenImage, isUnreadHeic } from './chosen-image.ts';
import { ChosenSize } from './chosen-size.tsx';
import { moveItem, OrderButtons } from './order-buttons.tsx';
import { useDragOrder } from './use-drag-order.ts';

interface ChosenImagesProps {
  images: readonly ChosenImage[];
  disabled: boolean;
  onChange: (images: readonly ChosenImage[]) => void;
  onFetchDecoder: () => void;
}

/** The first image is the cover. */
export function ChosenImages({ images, disabled, onChange, onFetchDecoder }: ChosenImagesProps) {
  const [announcement, setAnnouncement] = useState('');
  const move = (from: number, to: number) => {
    onChange(moveItem(images, from, to));
    setAnnouncement((to === 0 ? words.movedToCover : words.moved)({ from: from + 1, to: to + 1, count: images.length }));
  };
  const { list, dragged, handle } = useDragOrder({ ids: images.map(({ id }) => id), disabled, onMove: move });
  const focusAfterMove = useFocusAfterMove(list);
  const remove = ({ id, address }: ChosenImage) => {
    URL.revokeObjectURL(address);
    onChange(images.filter((image) => image.id !== id));
    setAnnouncement(words.removed);
  };
  return (
    <>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {images.length > 0 && (
        <ol ref={list} className="chosen-images" data-count={images.length}>
          {images.map((image, index) => (
            <li key={image.id} data-item={image.id} className="chosen-image" data-dragged={dragged === image.id || undefined}>
              <Frame image={image} movable={images.length > 1 && !disabled} handle={handle(image.id)} />
              <ChosenSize image={image} onFetchDecoder={onFetchDecoder} />
              <div className="chosen-order">
                <OrderButtons
                  {...{ index, disabled }}
                  count={images.length}
                  namesCover
                  onMove={(to) => {
                    focusAfterMove(image.id, to < index ? 'earlier' : 'later');
                    move(index, to);
                  }}
                />
                <IconButton
                  label={words.removeImage({ position: index + 1 })}
                  className="chosen-remove ms-auto"
                  disabled={disabled}
                  onClick={() => remove(image)}
                >
                  <X size={18} strokeWidth={1.6} aria-hidden="true" />
                </IconButton>
              </div>
              <AltField
                alt={image.alt}
                readOnly={disabled}
                onChange={(alt) => onChange(images.map((other) => (other.id === image.id ? { ...other, alt } : other)))}
              />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Frame({ image, movable, handle }: { image: ChosenImage; movable: boolean; handle: HTMLAttributes<HTMLElement> }) {
  return (
    <div className="chosen-frame" data-movable={movable || undefined} {...handle}>
      {isUnreadHeic(image) ? <span className="chosen-unseen" /> : <Thumbnail key={image.address} address={image.address} />}
    </div>
  );
}

/** Renders an empty box if the browser cannot show the image. */
function Thumbnail({ address }: { address: string }) {
  const [shown, setShown] = useState(true);
  return shown ? <img src={address} alt="" draggable={false} onError={() => setShown(false)} /> : <span className="chosen-unseen" />;
}

/** Keeps the focus on the button that moved an item. At the end of the list, where it is disabled, focuses its counterpart. */
function useFocusAfterMove(list: RefObject<HTMLElement | null>): (id: string, direction: 'earlier' | 'later') => void {
  const wanted = useRef<{ id: string; direction: string } | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { id, direction } = wanted.current;
    wanted.current = null;
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-item="${id}"] [data-move]`) ?? [])].filter(
      ({ disabled }) => !disabled,
    );
    (buttons.find((button) => button.dataset['move'] === direction) ?? buttons[0])?.focus();
  });
  return (id, direction) => void (wanted.current = { id, direction });
}
