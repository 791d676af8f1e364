import type { Photo } from '@mbari/contract/shapes/photos';
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { IconButton } from '~/ui/button.tsx';
import { useZoom } from './use-zoom.ts';
import './zoom.css';

interface ZoomProps {
  photo: Photo;
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
  /** What is on the page already stands in until the largest has come. */
  standIn: string | undefined;
}

const icon = { size: 22, strokeWidth: 1.6, 'aria-hidden': true } as const;
/** Wider than any window: of its forms the largest is fetched, and only here. */
const largest = '99999px';

/** One image over the whole window, as near as one likes. */
export function Zoom({ photo, shown, onShow, onClose, standIn }: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const count = photo.images.length;
  const image = photo.images[Math.min(shown, count - 1)];
  const { view, fit, zoom, onKeyDown, onStage } = useZoom({
    stage,
    photo: box,
    pixels: image?.width ?? 0,
    onStep: (by) => {
      const next = shown + by;
      if (next < 0 || next >= count) return;
      fit();
      onShow(next);
    },
    onDown: onClose,
  });
  // Closed while it is still on the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    stage.current?.focus();
    return () => element?.close();
  }, []);
  if (image === undefined) return null;
  const near = view.scale > 1;
  return (
    <dialog
      ref={dialog}
      className="dialog zoom"
      aria-label={`${photo.title}, full size`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div
        ref={stage}
        className="zoom-stage"
        data-near={near || undefined}
        role="group"
        aria-label={count > 1 ? `Image ${shown + 1} of ${count}` : 'Photo'}
        tabIndex={-1}
        {...onStage}
      >
        <div
          ref={box}
          key={image.id}
          className="zoom-photo"
          style={
            {
              '--ratio': image.width / image.height,
              'backgroundColor': image.color,
              'transform': `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
            } as CSSProperties
          }
        >
          {standIn !== undefined && <img src={standIn} alt="" aria-hidden="true" draggable={false} />}
          <picture>
            {image.srcset.avif && <source type="image/avif" srcSet={image.srcset.avif} sizes={largest} />}
            <source type="image/webp" srcSet={image.srcset.webp} sizes={largest} />
            <img
              src={image.image_path}
              srcSet={image.srcset.jpeg}
              sizes={largest}
              alt={image.alt || photo.title}
              draggable={false}
              decoding="async"
            />
          </picture>
        </div>
      </div>
      <div className="zoom-acts">
        {count > 1 && (
          <span className="zoom-count" aria-live="polite">
            {shown + 1} of {count}
          </span>
        )}
        <IconButton label="Zoom out" disabled={!near} onClick={() => zoom(1 / 1.5)}>
          <ZoomOut {...icon} />
        </IconButton>
        <IconButton label="Zoom in" onClick={() => zoom(1.5)}>
          <ZoomIn {...icon} />
        </IconButton>
        <IconButton label="Close" onClick={onClose}>
          <X {...icon} />
        </IconButton>
      </div>
      {count > 1 && (
        <>
          <IconButton
            label="Previous image"
            className="zoom-arrow zoom-previous"
            disabled={shown === 0}
            onClick={() => {
              fit();
              onShow(shown - 1);
            }}
          >
            <ChevronLeft {...icon} />
          </IconButton>
          <IconButton
            label="Next image"
            className="zoom-arrow zoom-next"
            disabled={shown === count - 1}
            onClick={() => {
              fit();
              onShow(shown + 1);
            }}
          >
            <ChevronRight {...icon} />
          </IconButton>
        </>
      )}
    </dialog>
  );
}
