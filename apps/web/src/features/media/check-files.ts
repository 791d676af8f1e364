import * as limits from '@mbari/contract/limits';
import * as sentences from '@mbari/contract/sentences';

interface Picked {
  size: number;
  type: string;
}

/**
 * Which of the picked files a post can take, and in the specification's words what is wrong with the others. `atMost` is infinite
 * where the browser may make them smaller before they travel.
 */
export function checkFiles<File extends Picked>(
  picked: readonly File[],
  room: number,
  atMost: number = limits.imageBytes,
): { taken: File[]; wrong: string[]; over: boolean } {
  // A drawing in SVG is a program; the server takes none.
  const images = picked.filter(({ type }) => type.startsWith('image/') && !type.startsWith('image/svg'));
  const small = images.filter(({ size }) => size < atMost);
  const taken = small.slice(0, Math.max(0, room));
  return {
    taken,
    /** Good images that the post had no room for. */
    over: small.length > taken.length,
    wrong: [
      ...(images.length < picked.length ? [sentences.notImages] : []),
      ...(small.length < images.length ? [sentences.imageTooLarge] : []),
    ],
  };
}
