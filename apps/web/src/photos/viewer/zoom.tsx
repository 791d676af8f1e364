import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photo-page';
import { close } from '@mbari/words/ui';
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, type Ref, useLayoutEffect, useRef } from 'react';
import { LightPicture } from '~/platform/connection/light-picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { useLessData } from '~/platform/lib/less-data.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { useZoom } from './use-zoom.ts';
import type { ZoomView } from './zoom-view.ts';
import './zoom.css';

interface ZoomProps {
  photo: Pick<Photo, 'title' | 'images'>;
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
  /** The image on the page, shown until the largest one has loaded. */
  preview: string | undefined;
}

const icon = { size: 22, strokeWidth: 1.6, 'aria-hidden': true } as const;
/** Wider than any window, so that the browser loads the largest image. */
const largest = '99999px';

/** Full-window dialog to enlarge and move an image. */
export function Zoom({ photo, shown, onShow, onClose, preview }: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const count = photo.images.length;
  const image = photo.images[Math.min(shown, count - 1)];
  const step = (by: number) => {
    const next = shown + by;
    if (next < 0 || next >= count) return;
    fit();
    onShow(next);
  };
  const { view, fit, zoom, onKeyDown, onStage } = useZoom({
    ...{ stage, photo: box, pixels: image?.width ?? 0 },
    ...{ onStep: step, onDown: onClose },
  });
  // Closes before unmounting, because only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    stage.current?.focus();
    return () => element?.close();
  }, []);
  if (image === undefined) return null;
  const isZoomed = view.scale > 1;
  return (
    <dialog
      ref={dialog}
      className="dialog zoom"
      aria-label={words.titleFullSize({ title: photo.title })}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div
        ref={stage}
        className="zoom-stage"
        data-zoomed={isZoomed || undefined}
        role="group"
        aria-label={count > 1 ? words.imageOf({ position: shown + 1, count }) : words.photo}
        tabIndex={-1}
        {...onStage}
      >
        <ZoomedImage key={image.id} ref={box} image={image} title={photo.title} view={view} preview={preview} />
      </div>
      <LoadImageButton key={`load ${image.id}`} image={image} sizes={largest} larger title={photo.title} />
      <Controls {...{ shown, count, isZoomed, onClose }} onZoom={zoom} />
      {count > 1 && <Arrows {...{ shown, count }} onStep={step} />}
    </dialog>
  );
}

interface ZoomedImageProps {
  ref: Ref<HTMLDivElement>;
  image: Image;
  title: string;
  view: ZoomView;
  preview: string | undefined;
}

function ZoomedImage({ ref, image, title, view, preview }: ZoomedImageProps) {
  const style = {
    '--ratio': image.width / image.height,
    'backgroundColor': image.color,
    'transform': `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
  } as CSSProperties;
  return (
    <div ref={ref} className="zoom-photo" style={style}>
      {preview !== undefined && <img src={preview} alt="" aria-hidden="true" draggable={false} />}
      {useLessData() ? (
        <LightPicture image={image} alt={image.alt || title} />
      ) : (
        <picture>
          {image.srcset.avif && <source type="image/avif" srcSet={image.srcset.avif} sizes={largest} />}
          <source type="image/webp" srcSet={image.srcset.webp} sizes={largest} />
          <img
            src={image.image_path}
            srcSet={image.srcset.jpeg}
            sizes={largest}
            alt={image.alt || title}
            draggable={false}
            decoding="async"
          />
        </picture>
      )}
    </div>
  );
}

interface ControlsProps {
  shown: number;
  count: number;
  isZoomed: boolean;
  onZoom: (by: number) => void;
  onClose: () => void;
}

function Controls({ shown, count, isZoomed, onZoom, onClose }: ControlsProps) {
  return (
    <div className="zoom-controls">
      {count > 1 && (
        <span className="zoom-count" aria-live="polite">
          {words.positionOf({ position: shown + 1, count })}
        </span>
      )}
      <IconButton label={words.zoomOut} disabled={!isZoomed} onClick={() => onZoom(1 / 1.5)}>
        <ZoomOut {...icon} />
      </IconButton>
      <IconButton label={words.zoomIn} onClick={() => onZoom(1.5)}>
        <ZoomIn {...icon} />
      </IconButton>
      <IconButton label={close} onClick={onClose}>
        <X {...icon} />
      </IconButton>
    </div>
  );
}

function Arrows({ shown, count, onStep }: { shown: number; count: number; onStep: (by: number) => void }) {
  return (
    <>
      <IconButton label={words.previousImage} className="zoom-arrow zoom-previous" disabled={shown === 0} onClick={() => onStep(-1)}>
        <ChevronLeft {...icon} />
      </IconButton>
      <IconButton label={words.nextImage} className="zoom-arrow zoom-next" disabled={shown === count - 1} onClick={() => onStep(1)}>
        <ChevronRight {...icon} />
      </IconButton>
    </>
  );
}
