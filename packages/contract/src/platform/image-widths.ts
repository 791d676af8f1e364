/** Widths a photo is kept at, in pixels; never enlarged. */
export const imageWidths = [320, 640, 1280, 2048] as const;

/** Maximum height of a stored photo. Taller ones are scaled down: WebP ends at 16,383 px, and memory before that. */
export const imageHeightMax = 8192;

/** Widths an avatar is kept at: square, cut from the middle. */
export const avatarWidths = [96, 320, 640] as const;

/** Widths the cover of a profile is kept at: whole, never enlarged. */
export const coverWidths = [640, 1280, 2048] as const;

/** Widths the community’s logo is kept at: whole, never enlarged. */
export const logoWidths = [192, 512] as const;
