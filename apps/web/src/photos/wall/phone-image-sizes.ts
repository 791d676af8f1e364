/** The `sizes` of a photo on a phone: the window's width. Screens with three pixels per CSS pixel get two thirds, which looks the same. */
export const phoneImageSizes = '(min-resolution: 2.5dppx) 67vw, 100vw';

/**
 * The `sizes` of a photo in a row on a phone, from its shape and the usual row height, so that the page's head can request it before
 * layout. Two thirds on screens with three pixels per CSS pixel.
 */
export function rowImageSizes({ width, height }: { width: number; height: number }, rowHeight = 150): string {
  const wide = Math.round(Math.min(width / height, 2.4) * rowHeight);
  return `(min-resolution: 2.5dppx) ${Math.round((wide * 2) / 3)}px, ${wide}px`;
}

/** Height of the strip of trending posts on a phone. */
export const stripHeight = 200;
