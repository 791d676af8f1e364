/**
 * The `sizes` of a photo in a gallery on a phone: by its own shape, whatever its row will be, so that the page's head can ask for the first one
 * before rows are laid out. Screens with three pixels for one get two thirds: the difference cannot be seen.
 */
export function galleryImageSizes({ width, height }: { width: number; height: number }): string {
  const wide = Math.round(Math.min(width / height, 2.4) * 150);
  return `(min-resolution: 2.5dppx) ${Math.round((wide * 2) / 3)}px, ${wide}px`;
}
