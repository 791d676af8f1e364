/** The `sizes` of the first image of a gallery on a phone: known before its row is laid out, so that the page's head can ask for it. */
export const firstImageSizes = '50vw';

/** An image at least this many times as wide as high may have a row for itself, and is asked for once that is known. */
export const widestOfFirst = 1.6;
