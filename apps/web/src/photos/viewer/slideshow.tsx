import type { Image, Photo } from '@mbari/contract/photos/posts';
import { number } from '@mbari/words/format';
import * as words from '@mbari/words/slideshow';
import { close } from '@mbari/words/ui';
import { ChevronLeft, ChevronRight, Pause, Play, X } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { warningWords } from '~/photos/warnings/warning-words.ts';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { readingKey } from '~/platform/lib/direction.ts';
import { usesLessData } from '~/platform/lib/less-data.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { useSlideTimer } from './use-slide-timer.ts';
import { useSwipe } from './use-swipe.ts';
import './zoom.css';
import './slideshow.css';

interface SlideshowProps {
  photos: readonly Photo[];
  /** Name of the list, for screen readers. */
  title: string;
  /** Index of the first photo to show. */
  start: number;
  /** Set while the list has more pages. */
  more?: false | { isLoading: boolean; load: () => void };
  onClose: () => void;
}

const icon = { size: 22, strokeWidth: 1.6, 'aria-hidden': true } as const;
/** Number of photos before the end of the list at which its next page is loaded. */
const ahead = 4;

/** Shows any list of photos over the whole window, one after the other. A key, a swipe or an arrow pauses. */
export function Slideshow({ photos, title, start, more = false, onClose }: SlideshowProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(start);
  // In data-saver mode each image waits to be loaded.
  const [isPlaying, play] = useState(() => !usesLessData());
  const position = Math.min(index, photos.length - 1);
  const photo = photos[position];
  const next = photos[position + 1];
  const isNearEnd = position + ahead >= photos.length;
  const mayLoad = isNearEnd && more !== false && !more.isLoading;
  const loadMore = useEffectEvent(() => more && more.load());
  useEffect(() => {
    if (mayLoad) loadMore();
  }, [mayLoad]);
  const waits = next === undefined && more !== false;
  const step = (by: number) => {
    play(false);
    setIndex(Math.max(0, Math.min(photos.length - 1, position + by)));
  };
  const toggle = () => {
    if (!isPlaying && next === undefined && !waits) setIndex(0);
    play(!isPlaying);
  };
  const swipe = useSwipe(step);
  const onLoad = useSlideTimer(position, isPlaying && !waits, () => {
    if (next === undefined) play(false);
    else setIndex(position + 1);
  });
  // Closes before unmounting, because only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, j: 1, k: -1 }[readingKey(event.key)];
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (by !== undefined) step(by);
    else if (event.key === ' ' && !isOnButton) toggle();
    else return;
    event.preventDefault();
  };
  const image = photo?.images[0];
  if (photo === undefined || image === undefined) return null;
  return (
    <dialog
      ref={dialog}
      className="dialog zoom slideshow"
      aria-label={words.label({ title })}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      {...swipe}
    >
      <Slide key={photo.id} image={image} title={photo.title} onLoad={onLoad} />
      {next?.images[0] && !usesLessData() && <Ahead key={next.id} image={next.images[0]} />}
      <p className="slideshow-title" dir="auto">
        {photo.title}
        {photo.warning?.is_blurred && <span className="slideshow-warning">{warningWords(photo.warning.reason)}</span>}
      </p>
      <div className="zoom-controls">
        <span className="zoom-count" aria-live={isPlaying ? 'off' : 'polite'}>
          {more ? number(position + 1) : words.place({ position: position + 1, count: photos.length })}
        </span>
        <IconButton label={isPlaying ? words.pause : words.play} onClick={toggle}>
          {isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
        </IconButton>
        <IconButton label={close} onClick={onClose}>
          <X {...icon} />
        </IconButton>
      </div>
      <IconButton label={words.previous} className="zoom-arrow zoom-previous" disabled={position === 0} onClick={() => step(-1)}>
        <ChevronLeft {...icon} />
      </IconButton>
      <IconButton label={words.next} className="zoom-arrow zoom-next" disabled={next === undefined} onClick={() => step(1)}>
        <ChevronRight {...icon} />
      </IconButton>
    </dialog>
  );
}

/** The whole image. `load` events of images do not bubble, so they are captured. */
function Slide({ image, title, onLoad }: { image: Image; title: string; onLoad: () => void }) {
  return (
    <div className="zoom-stage">
      <div
        className="zoom-photo"
        style={{ '--ratio': image.width / image.height } as CSSProperties}
        onLoadCapture={onLoad}
        onErrorCapture={onLoad}
      >
        <Picture image={image} sizes={sizesOf(image)} first title={title} />
        <LoadImageButton image={image} sizes={sizesOf(image)} title={title} />
      </div>
    </div>
  );
}

/** Loads the next image while the current one is shown. */
const Ahead = ({ image }: { image: Image }) => (
  <div hidden>
    <Picture image={image} sizes={sizesOf(image)} first title="" />
  </div>
);

const sizesOf = ({ width, height }: Image): string => `min(100vw, ${Math.round((width / height) * 100)}vh)`;
