/**
 * The `sizes` of a photo on a phone: as wide as the window. Screens with three pixels for one get two thirds of it: the difference
 * cannot be seen.
 */
export const phoneImageSizes = '(min-resolution: 2.5dppx) 67vw, 100vw';

/**
 * The `sizes` of a photo in a row on a phone: by its own shape and the usual height of such rows (those of a gallery, or `rowHeight`), whatever its row will be, so that the page's head can
 * ask for the first one before rows are laid out. Screens with three pixels for one get two thirds: the difference cannot be seen.
 */
export function rowImageSizes({ width, height }: { width: number; height: number }, rowHeight = 150): string {
  const wide = Math.round(Math.min(width / height, 2.4) * rowHeight);
  return `(min-resolution: 2.5dppx) ${Math.round((wide * 2) / 3)}px, ${wide}px`;
}

/** Of the strip of trending posts, on a phone. */
export const stripHeight = 200;
