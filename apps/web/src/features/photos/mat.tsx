import type { Photo } from '@mbari/contract/shapes/photos';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, type TouchEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '~/ui/button.tsx';
import { HeartBurst } from './heart-burst.tsx';
import { Picture } from './picture.tsx';
import { useLikePhoto } from './use-like-photo.ts';

/** The photo on its mat, as large as the window lets it be; one after the other where there are several. */
export function Mat({ photo }: { photo: Photo }) {
  const [shown, setShown] = useState(0);
  const [bursts, setBursts] = useState(0);
  const { like } = useLikePhoto(photo);
  const count = photo.images.length;
  const image = photo.images[Math.min(shown, count - 1)];
  const show = (index: number) => setShown(Math.max(0, Math.min(count - 1, index)));
  const swipe = useSwipe((by) => show(shown + by));
  useArrowKeys((by) => show(shown + by), count > 1);
  if (image === undefined) return null;
  const ratio = image.width / image.height;
  const likeByTap = () => {
    if (photo.viewer.may_like) like();
    setBursts(bursts + 1);
  };
  return (
    <section className="mat" aria-label={count > 1 ? `Image ${shown + 1} of ${count}` : 'Photo'} {...swipe}>
      <div className="mat-room">
        {/* The box is the photo's own shape, as large as fits; never larger than its pixels by far. */}
        <div
          className="mat-photo"
          key={image.id}
          style={{ '--ratio': ratio, '--most': `${image.width * 1.5}px` } as CSSProperties}
          onDoubleClick={likeByTap}
        >
          <Picture
            image={image}
            sizes={`(max-width: 760px) 100vw, min(${Math.round(ratio * 82)}vh, calc(100vw - 560px))`}
            first
            title={photo.title}
          />
          {bursts > 0 && <HeartBurst key={bursts} />}
        </div>
      </div>
      {count > 1 && (
        <>
          <IconButton label="Previous image" className="mat-arrow mat-previous" disabled={shown === 0} onClick={() => show(shown - 1)}>
            <ChevronLeft size={24} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
          <IconButton label="Next image" className="mat-arrow mat-next" disabled={shown === count - 1} onClick={() => show(shown + 1)}>
            <ChevronRight size={24} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
          <div className="mat-dashes" role="group" aria-label="Images">
            {photo.images.map(({ id }, index) => (
              <button
                key={id}
                type="button"
                aria-label={`Image ${index + 1}`}
                aria-current={index === shown || undefined}
                onClick={() => show(index)}
              />
            ))}
          </div>
        </>
      )}
    </section>
  );
}

/** Left and right walk through the images, unless something is being typed. */
function useArrowKeys(onStep: (by: number) => void, on: boolean): void {
  const step = useRef(onStep);
  useEffect(() => void (step.current = onStep));
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, dialog, [role=tablist]') !== null;
      if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'ArrowRight') step.current(1);
      else if (event.key === 'ArrowLeft') step.current(-1);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [on]);
}

const farEnough = 48;

/** A finger's stroke to the side. Scrolling up and down and pinching stay the browser's. */
function useSwipe(onStep: (by: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!touch || start.current === null) return;
      const across = touch.clientX - start.current.x;
      const down = touch.clientY - start.current.y;
      if (Math.abs(across) > farEnough && Math.abs(across) > 2 * Math.abs(down)) onStep(across < 0 ? 1 : -1);
      start.current = null;
    },
  };
}
