import * as limits from '@mbari/contract/limits';
import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '~/ui/button.tsx';
import { TextArea } from '~/ui/field.tsx';
import { ChosenSize, isWaitingHeic } from './chosen-size.tsx';
import type { HiddenData } from '~/features/media/hidden-data.ts';
import { useDragOrder } from './use-drag-order.ts';

export interface Chosen {
  id: string;
  /** What is sent. */
  file: File;
  /** Of the thumbnail, in this browser only. */
  address: string;
  alt: string;
  /** Whether it can travel as it is; left out: it can. */
  state?: 'readying' | 'needs helper' | 'ready';
  /** As it was picked, where that is still at hand. */
  picked?: File;
  pickedBytes?: number;
  /** Hidden data that the browser has left out already. */
  removed?: readonly HiddenData[];
}

interface ChosenImagesProps {
  images: readonly Chosen[];
  disabled: boolean;
  onChange: (images: readonly Chosen[]) => void;
  /** Fetches the decoder that an image waits for. */
  onFetchHelper?: () => void;
}

/** Thumbnails in their order, each with its place, its words, and a way out. The first is the cover. */
export function ChosenImages({ images, disabled, onChange, onFetchHelper }: ChosenImagesProps) {
  const [announcement, setAnnouncement] = useState('');
  const move = (from: number, to: number) => {
    const moved = [...images];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
    setAnnouncement(`Image ${from + 1} is now ${to + 1} of ${images.length}${to === 0 ? ', the cover' : ''}.`);
  };
  const { list, dragged, grip } = useDragOrder({ ids: images.map(({ id }) => id), disabled, onMove: move });
  const focusNext = useFocusAfterMove(list);
  const remove = ({ id, address }: Chosen) => {
    URL.revokeObjectURL(address);
    onChange(images.filter((image) => image.id !== id));
    setAnnouncement('Image removed.');
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
              <div className="chosen-frame" data-movable={(images.length > 1 && !disabled) || undefined} {...grip(image.id)}>
                {isWaitingHeic(image) ? <span className="chosen-unseen" /> : <Thumbnail key={image.address} address={image.address} />}
              </div>
              <ChosenSize image={image} onFetchHelper={onFetchHelper} />
              <div className="chosen-place">
                {images.length > 1 && (
                  <>
                    <IconButton
                      label={`Move image ${index + 1} earlier`}
                      data-move="earlier"
                      disabled={disabled || index === 0}
                      onClick={() => {
                        focusNext(image.id, 'earlier');
                        move(index, index - 1);
                      }}
                    >
                      <ArrowLeft size={18} strokeWidth={1.6} aria-hidden="true" />
                    </IconButton>
                    <span>
                      {index + 1} of {images.length}
                      {index === 0 && <span className="chosen-cover"> Cover</span>}
                    </span>
                    <IconButton
                      label={`Move image ${index + 1} later`}
                      data-move="later"
                      disabled={disabled || index === images.length - 1}
                      onClick={() => {
                        focusNext(image.id, 'later');
                        move(index, index + 1);
                      }}
                    >
                      <ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />
                    </IconButton>
                  </>
                )}
                <IconButton label={`Remove image ${index + 1}`} className="ms-auto" disabled={disabled} onClick={() => remove(image)}>
                  <X size={18} strokeWidth={1.6} aria-hidden="true" />
                </IconButton>
              </div>
              <div className="chosen-words">
                <TextArea
                  label="Describe it for those who cannot see it"
                  placeholder="What is in the picture?"
                  rows={2}
                  maxLength={limits.alt}
                  readOnly={disabled}
                  value={image.alt}
                  onChange={({ target }) =>
                    onChange(images.map((other) => (other.id === image.id ? { ...other, alt: target.value } : other)))
                  }
                />
                <p className="chosen-counter">
                  {[...image.alt].length} / {limits.alt}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** A kind that this browser cannot show leaves its place empty. */
function Thumbnail({ address }: { address: string }) {
  const [shown, setShown] = useState(true);
  return shown ? <img src={address} alt="" draggable={false} onError={() => setShown(false)} /> : <span className="chosen-unseen" />;
}

/** The button that moved an image goes with it, and keeps the focus; at the end of the row its counterpart has it. */
function useFocusAfterMove(list: { current: HTMLElement | null }): (id: string, way: 'earlier' | 'later') => void {
  const wanted = useRef<{ id: string; way: string } | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-item="${wanted.current.id}"] [data-move]`) ?? [])];
    const way = wanted.current.way;
    wanted.current = null;
    (buttons.find((button) => button.dataset['move'] === way && !button.disabled) ?? buttons.find((button) => !button.disabled))?.focus();
  });
  return (id, way) => void (wanted.current = { id, way });
}
