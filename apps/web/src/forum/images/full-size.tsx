import { Zoom } from '~/photos/viewer/zoom.tsx';
import type { BoxedImage } from './image-box.tsx';

interface FullSizeProps {
  image: BoxedImage;
  /** The image on the page, shown until the largest one has loaded. */
  preview: string | undefined;
  onClose: () => void;
}

export function FullSize({ image: { src, srcSet = '', color = '', thumbhash = '', ...image }, preview, onClose }: FullSizeProps) {
  const viewerImage = { ...image, id: src.split('/')[2] ?? src, image_path: src, color, thumbhash, srcset: { webp: srcSet, jpeg: src } };
  return (
    <Zoom photo={{ title: image.alt, images: [viewerImage] }} shown={0} preview={preview} onShow={() => undefined} onClose={onClose} />
  );
}
