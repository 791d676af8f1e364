import type { Photo } from '@mbari/contract/shapes/photos';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, type MouseEvent, type TouchEvent, useId, useRef, useState } from 'react';
import { HeartBurst } from '~/features/photos/heart-burst.tsx';
import { Picture } from '~/features/photos/picture.tsx';
import { sizesOnMat } from '~/features/photos/preload-picture.ts';
import { useDoubleTap } from '~/features/photos/use-double-tap.ts';
import { useLikePhoto } from '~/features/photos/use-like-photo.ts';
import { useKeys } from '~/lib/use-keys.ts';
import { useLazyDialog } from '~/lib/use-lazy-dialog.ts';
import { IconButton } from '~/ui/button.tsx';

/** The photo on its mat, as large as the window lets it be; one after the other where there are several. */
export function PhotoViewer({ photo }: { photo: Photo }) {
  const [shown, setShown] = useState(0);
  const [bursts, setBursts] = useState(0);
  const [standIn, setStandIn] = useState<string>();
  const { like } = useLikePhoto(photo);
  const zoom = useLazyDialog(async () => (await import('./zoom.tsx')).Zoom);
  const box = useRef<HTMLDivElement>(null);
  const enlarge = useRef<HTMLButtonElement>(null);
  const count = photo.images.length;
  const index = Math.min(shown, count - 1);
  const image = photo.images[index];
  const show = (next: number) => setShown(Math.max(0, Math.min(count - 1, next)));
  const swipe = useSwipe((by) => show(index + by));
  const open = () => {
    // Where the focus comes back to.
    enlarge.current?.focus({ preventScroll: true });
    setStandIn(box.current?.querySelector('img')?.currentSrc);
    zoom.open();
  };
  const onTap = useDoubleTap({
    onOpen: open,
    onDouble: () => {
      if (photo.viewer.may_like) like();
      setBursts(bursts + 1);
    },
  });
  useKeys({
    ArrowLeft: count > 1 && (() => show(index - 1)),
    ArrowRight: count > 1 && (() => show(index + 1)),
    z: open,
  });
  if (image === undefined) return null;
  const ratio = image.width / image.height;
  return (
    <>
      <section className="mat" aria-label={count > 1 ? `Image ${index + 1} of ${count}` : 'Photo'} {...swipe}>
        <div className="mat-room">
          {/* The box is the photo's own shape, as large as fits; never larger than its pixels by far. */}
          <div ref={box} className="mat-photo" style={{ '--ratio': ratio, '--most': `${image.width * 1.5}px` } as CSSProperties}>
            <Picture key={image.id} image={image} sizes={sizesOnMat(image)} first title={photo.title} />
            <button
              ref={enlarge}
              type="button"
              className="mat-open"
              aria-label="Full size"
              onClick={(event) => (isTouch(event) ? onTap(event) : open())}
            />
            {bursts > 0 && <HeartBurst key={bursts} />}
          </div>
        </div>
        {image.alt !== '' && <Alt key={image.id} words={image.alt} />}
        {count > 1 && (
          <>
            <IconButton label="Previous image" className="mat-arrow mat-previous" disabled={index === 0} onClick={() => show(index - 1)}>
              <ChevronLeft size={24} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
            <IconButton label="Next image" className="mat-arrow mat-next" disabled={index === count - 1} onClick={() => show(index + 1)}>
              <ChevronRight size={24} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
            <div className="mat-dashes" role="group" aria-label="Images">
              {photo.images.map(({ id }, place) => (
                <button
                  key={id}
                  type="button"
                  aria-label={`Image ${place + 1}`}
                  aria-current={place === index || undefined}
                  onClick={() => show(place)}
                />
              ))}
            </div>
            <p className="sr-only" aria-live="polite">
              {index + 1} of {count}
            </p>
          </>
        )}
      </section>
      {/* Beside the mat and not on it: strokes over it are its own. */}
      {zoom.Dialog && (
        <zoom.Dialog
          photo={photo}
          shown={index}
          standIn={standIn}
          onClose={zoom.close}
          onShow={(next) => {
            setStandIn(undefined);
            show(next);
          }}
        />
      )}
    </>
  );
}

/** The words for those who cannot see the picture, for those who can. */
function Alt({ words }: { words: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="mat-alt">
      {open && (
        <p id={id} dir="auto">
          {words}
        </p>
      )}
      <button
        type="button"
        aria-label="ALT: description of the picture"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        ALT
      </button>
    </div>
  );
}

const isTouch = ({ nativeEvent }: MouseEvent): boolean => nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';

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
