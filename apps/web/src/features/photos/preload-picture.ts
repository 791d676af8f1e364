import type { Photo } from '@mbari/contract/shapes/photos';

/** What the mat shows: as wide as a phone, or as high as the window lets it be. */
export const sizesOnMat = ({ width, height }: { width: number; height: number }): string =>
  `(max-width: 760px) 100vw, min(${Math.round((width / height) * 82)}vh, calc(100vw - 560px))`;

const afterShown = 800;

/** Fetches what will probably be looked at next, once the reader has settled; never on a line where bytes are spared. */
export function preloadPicture({ images: [image] }: Photo): (() => void) | undefined {
  if (image === undefined || sparesBytes()) return undefined;
  const waiting = setTimeout(() => {
    // The same choice of form and width as the page will make.
    const picture = document.createElement('picture');
    for (const [type, srcset] of Object.entries({ avif: image.srcset.avif, webp: image.srcset.webp })) {
      if (srcset === undefined) continue;
      const source = document.createElement('source');
      source.type = `image/${type}`;
      source.sizes = sizesOnMat(image);
      source.srcset = srcset;
      picture.append(source);
    }
    const img = document.createElement('img');
    picture.append(img);
    img.fetchPriority = 'low';
    img.sizes = sizesOnMat(image);
    img.srcset = image.srcset.jpeg;
  }, afterShown);
  return () => clearTimeout(waiting);
}

/** Asked of the browser, where it tells. */
function sparesBytes(): boolean {
  const line = (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection;
  return line?.saveData === true || (line?.effectiveType?.endsWith('2g') ?? false);
}
