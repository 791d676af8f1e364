/** What one picture became: written to a folder, synced, ready to be taken into the store. */
export interface EncodedImage {
  width: number;
  height: number;
  /** Mean colour, `#rrggbb`. */
  color: string;
  thumbhash: Buffer;
  widths: number[];
  /** Sum of all files. */
  bytes: number;
}

export type ImageKind = 'photo' | 'avatar';

/** Refused by the decoder: not a picture we take, or beyond the limits. `reason` is for the log, not the member. */
export class UnreadableImage extends Error {}
/** The queue is full. */
export class ImagesBusy extends Error {}

export interface Images {
  /**
   * Decodes the file and writes `{width}.webp` and `{width}.jpeg` for every width kept into `folder` (which exists).
   * Throws UnreadableImage or ImagesBusy.
   */
  encode(input: { file: string; folder: string; kind: ImageKind }): Promise<EncodedImage>;
  /** Adds `{width}.avif` beside the others, for the widths worth it. Answers the widths written. */
  encodeAvif(input: { folder: string; widths: number[] }): Promise<number[]>;
  close(): Promise<void>;
}
