'use no memo';

import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photo-page';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, type MouseEvent, type ReactNode, type Ref, Suspense, useState } from 'react';
import { HeartBurst, useDoubleTap } from '~/photos/double-tap.tsx';
import { useLikePhoto } from '~/photos/like-button.tsx';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { forward } from '~/platform/lib/direction.ts';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { useSwipe } from './use-swipe.ts';
import type { ShownImage, WholeWindow } from './use-whole-window.tsx';
import './viewer.css';

/** Few posts compare two versions. */
const Comparison = optionalLazy(async () => (await import('./comparison.tsx')).Comparison);

interface PhotoViewerProps {
  photo: Photo;
  shown: ShownImage;
  wholeWindow: WholeWindow;
  /** Goes to the previous or next post. */
  onStep: (by: number) => void;
  ref: Ref<HTMLElement>;
  sizes: string;
  /** The content warning of a blurred post. */
  scrim: ReactNode;
  /** Content at the corners of the backdrop. */
  children: ReactNode;
}

/** The post's images, one at a time. Swipes and arrow keys continue to other posts. */
export function PhotoViewer({
  photo,
  shown: { image, earlier, index, count, show },
  wholeWindow,
  onStep,
  ref,
  sizes,
  scrim,
  children,
}: PhotoViewerProps) {
  const swipe = useSwipe((by) => (count > 1 && index + by in photo.images ? show(index + by) : onStep(by)));
  const move = (by: number) => (count > 1 ? show(index + by) : onStep(by));
  useKeys({
    ArrowLeft: () => move(-forward()),
    ArrowRight: () => move(forward()),
    z: wholeWindow.openFromPhoto,
  });
  if (image === undefined) return null;
  return (
    <section
      ref={ref}
      className="viewer"
      data-several={count > 1 || undefined}
      aria-label={count > 1 ? words.imageOf({ position: index + 1, count }) : words.photo}
      {...swipe}
    >
      <div className="viewer-space">
        <ViewedImage {...{ photo, image, earlier, sizes, scrim, wholeWindow }} />
      </div>
      {children && <div className="viewer-tools">{children}</div>}
      {count > 1 && <ImageSteps photo={photo} index={index} onShow={show} />}
    </section>
  );
}

interface ViewedImageProps {
  photo: Photo;
  image: Image;
  earlier: Image | undefined;
  sizes: string;
  scrim: ReactNode;
  wholeWindow: WholeWindow;
}

/** A press opens the zoom; a double tap likes the post. */
function ViewedImage({ photo, image, earlier, sizes, scrim, wholeWindow: { onPhoto, openFromPhoto } }: ViewedImageProps) {
  const { like } = useLikePhoto(photo);
  const [bursts, setBursts] = useState(0);
  const onTap = useDoubleTap({
    onOpen: openFromPhoto,
    onDouble: () => {
      if (photo.viewer.may_like) like();
      setBursts(bursts + 1);
    },
  });
  // Fits the viewer, but grows to at most 1.5 times the image's pixels.
  const style = { '--ratio': image.width / image.height, '--most': `${image.width * 1.5}px` } as CSSProperties;
  return (
    <div className="viewer-photo" style={style}>
      <Picture key={image.id} image={image} sizes={sizes} first title={photo.title} />
      <button
        ref={onPhoto}
        type="button"
        className="viewer-open"
        aria-label={words.fullSize}
        onClick={(event) => (isTouch(event) ? onTap(event) : openFromPhoto())}
      />
      {scrim || <LoadImageButton key={`load ${image.id}`} image={image} sizes={sizes} title={photo.title} />}
      {earlier && (
        <Suspense>
          <Comparison key={earlier.id} {...{ earlier, sizes }} />
        </Suspense>
      )}
      {bursts > 0 && <HeartBurst key={bursts} />}
    </div>
  );
}

/** Arrows and dashes to change the image. */
function ImageSteps({ photo: { images }, index, onShow }: { photo: Photo; index: number; onShow: (index: number) => void }) {
  const last = images.length - 1;
  return (
    <>
      <IconButton
        label={words.previousImage}
        className="viewer-arrow viewer-previous"
        disabled={index === 0}
        onClick={() => onShow(index - 1)}
      >
        <ChevronLeft size={24} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <IconButton label={words.nextImage} className="viewer-arrow viewer-next" disabled={index === last} onClick={() => onShow(index + 1)}>
        <ChevronRight size={24} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <div className="viewer-dashes" role="group" aria-label={words.images}>
        {images.map(({ id }, position) => (
          <button
            key={id}
            type="button"
            aria-label={words.image({ position: position + 1 })}
            aria-current={position === index || undefined}
            onClick={() => onShow(position)}
          />
        ))}
      </div>
      <p className="sr-only" aria-live="polite">
        {words.positionOf({ position: index + 1, count: images.length })}
      </p>
    </>
  );
}

const isTouch = ({ nativeEvent }: MouseEvent): boolean => nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
