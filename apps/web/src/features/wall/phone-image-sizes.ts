/**
 * The `sizes` of a photo on a phone: as wide as the window, but no screen is given more than two pixels for one: the third is paid for and
 * not seen.
 */
export const phoneImageSizes = '(min-resolution: 2.5dppx) 67vw, 100vw';
