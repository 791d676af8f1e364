/** Widths of stored photos in pixels. Photos are never enlarged. */
export const imageWidths = [320, 640, 1280, 2048] as const;
/** Maximum height of a stored photo. Taller ones are scaled down, because WebP ends at 16,383 px. */
export const imageHeightMax = 8192;
/** Widths of avatars, which are cropped to a centred square. */
export const avatarWidths = [96, 320, 640] as const;
/** Widths of profile covers, uncropped. */
export const coverWidths = [640, 1280, 2048] as const;
/** Width of previews in an import, which are squares. */
export const previewWidth = 240;
/** Widths of the community's logo, uncropped. */
export const logoWidths = [192, 512] as const;
