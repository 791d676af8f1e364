import * as limits from '@mbari/contract/platform/limits';
import * as sentences from '@mbari/words/sentences';

interface Picked {
  size: number;
  type: string;
}

/**
 * Splits picked files into files that a post can have and errors for the other files. `maxBytes` is infinite if
 * the browser may shrink them before upload.
 */
export function checkFiles<File extends Picked>(
  picked: readonly File[],
  room: number,
  maxBytes: number = limits.imageBytes,
): { taken: File[]; wrong: string[]; over: boolean } {
  // SVG may contain scripts; the server refuses it.
  const images = picked.filter(({ type }) => type.startsWith('image/') && !type.startsWith('image/svg'));
  const small = images.filter(({ size }) => size < maxBytes);
  const accepted = small.slice(0, Math.max(0, room));
  return {
    taken: accepted,
    over: small.length > accepted.length,
    wrong: [
      ...(images.length < picked.length ? [sentences.notImages] : []),
      ...(small.length < images.length ? [sentences.imageTooLarge] : []),
    ],
  };
}
