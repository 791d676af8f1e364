/**
 * The `sizes` of a photo on a phone: as wide as the window. Screens with three pixels for one get two thirds of it: the difference
 * cannot be seen.
 */
export const phoneImageSizes = '(min-resolution: 2.5dppx) 67vw, 100vw';
