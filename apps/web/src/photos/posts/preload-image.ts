import type { Photo } from '@mbari/contract/photos/posts';
import { savesData } from '~/platform/lib/less-data.ts';
import { imageSizesInViewer } from './image-sizes-in-viewer.ts';

/** The `sizes` of an image in the viewer, larger with a folded panel. */
export const viewerSizes = ({ width, height }: { width: number; height: number }, folded = false): string =>
  (folded ? imageSizesInViewer.replace('492px', '176px') : imageSizesInViewer).replace(
    '{height}',
    String(Math.round((width / height) * 88)),
  );

const afterShown = 800;

/** Preloads the next image after a delay, except on slow connections or in data saving mode. */
export function preloadImage({ images: [image] }: Photo): (() => void) | undefined {
  if (image === undefined || savesData()) return undefined;
  const waiting = setTimeout(() => {
    // A `picture` element makes the browser choose the same format and width as on the page.
    const picture = document.createElement('picture');
    for (const [type, srcset] of Object.entries({ avif: image.srcset.avif, webp: image.srcset.webp })) {
      if (srcset === undefined) continue;
      const source = document.createElement('source');
      source.type = `image/${type}`;
      source.sizes = viewerSizes(image);
      source.srcset = srcset;
      picture.append(source);
    }
    const img = document.createElement('img');
    picture.append(img);
    img.fetchPriority = 'low';
    img.sizes = viewerSizes(image);
    img.srcset = image.srcset.jpeg;
  }, afterShown);
  return () => clearTimeout(waiting);
}
