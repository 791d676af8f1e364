import type { Photo } from '@mbari/contract/shapes/photos';
import * as words from '@mbari/words/photo-page';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, type MouseEvent, useRef, useState } from 'react';
import { LoadPicture } from '~/features/low-data/load-picture.tsx';
import { HeartBurst } from '~/features/photos/heart-burst.tsx';
import { Picture } from '~/features/photos/picture.tsx';
import { viewerSizes } from '~/features/photos/preload-picture.ts';
import { useDoubleTap } from '~/features/photos/use-double-tap.ts';
import { useLikePhoto } from '~/features/photos/use-like-photo.ts';
import { forward } from '~/lib/direction.ts';
import { useKeys } from '~/lib/use-keys.ts';
import { useLazyDialog } from '~/lib/use-lazy-dialog.ts';
import { IconButton } from '~/ui/button.tsx';
import { AltText } from './alt-text.tsx';
import type { ShownImage } from './use-shown-image.ts';
import { useSwipe } from './use-swipe.ts';

/** The post's images, one at a time and as large as the window allows. */
export function PhotoViewer({ photo, shown: { image, index, count, show } }: { photo: Photo; shown: ShownImage }) {
  const [preview, setPreview] = useState<string>();
  const zoom = useLazyDialog(async () => (await import('./zoom.tsx')).Zoom);
  const enlarge = useRef<HTMLButtonElement>(null);
  const swipe = useSwipe((by) => show(index + by));
  const open = () => {
    // The dialog gives the focus back to where it was.
    enlarge.current?.focus({ preventScroll: true });
    setPreview(enlarge.current?.parentElement?.querySelector('img')?.currentSrc);
    zoom.open();
  };
  useKeys({
    ArrowLeft: count > 1 && (() => show(index - forward())),
    ArrowRight: count > 1 && (() => show(index + forward())),
    z: open,
  });
  if (image === undefined) return null;
  return (
    <>
      <section className="viewer" aria-label={count > 1 ? words.imageOf({ position: index + 1, count }) : words.photo} {...swipe}>
        <div className="viewer-space">
          <ViewedImage photo={photo} image={image} enlarge={enlarge} onOpen={open} />
        </div>
        {image.alt !== '' && <AltText key={image.id} text={image.alt} />}
        {count > 1 && <ImageSteps photo={photo} index={index} onShow={show} />}
      </section>
      {/* Outside of the section: its swipes are its own. */}
      {zoom.Dialog && (
        <zoom.Dialog
          photo={photo}
          shown={index}
          preview={preview}
          onClose={zoom.close}
          onShow={(next) => {
            setPreview(undefined);
            show(next);
          }}
        />
      )}
    </>
  );
}

interface ViewedImageProps {
  photo: Photo;
  image: Photo['images'][number];
  enlarge: React.Ref<HTMLButtonElement>;
  onOpen: () => void;
}

/** A press opens the zoom; a double tap likes the post. */
function ViewedImage({ photo, image, enlarge, onOpen }: ViewedImageProps) {
  const { like } = useLikePhoto(photo);
  const [bursts, setBursts] = useState(0);
  const onTap = useDoubleTap({
    onOpen,
    onDouble: () => {
      if (photo.viewer.may_like) like();
      setBursts(bursts + 1);
    },
  });
  // As large as the viewer, but not much larger than the image's own pixels.
  const style = { '--ratio': image.width / image.height, '--most': `${image.width * 1.5}px` } as CSSProperties;
  return (
    <div className="viewer-photo" style={style}>
      <Picture key={image.id} image={image} sizes={viewerSizes(image)} first title={photo.title} />
      <button
        ref={enlarge}
        type="button"
        className="viewer-open"
        aria-label={words.fullSize}
        onClick={(event) => (isTouch(event) ? onTap(event) : onOpen())}
      />
      <LoadPicture key={`load ${image.id}`} image={image} sizes={viewerSizes(image)} title={photo.title} />
      {bursts > 0 && <HeartBurst key={bursts} />}
    </div>
  );
}

/** Arrows and dashes to go from image to image. */
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
        {images.map(({ id }, at) => (
          <button
            key={id}
            type="button"
            aria-label={words.image({ position: at + 1 })}
            aria-current={at === index || undefined}
            onClick={() => onShow(at)}
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
