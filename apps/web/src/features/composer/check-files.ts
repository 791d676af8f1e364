import * as limits from '@mbari/contract/limits';
import * as sentences from '@mbari/contract/sentences';

interface Picked {
  size: number;
  type: string;
}

/** Which of the picked files a post can take, and in the specification's words what is wrong with the others. */
export function checkFiles<File extends Picked>(picked: readonly File[], room: number): { taken: File[]; wrong: string[]; over: boolean } {
  const images = picked.filter(({ type }) => type.startsWith('image/'));
  const small = images.filter(({ size }) => size < limits.imageBytes);
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
