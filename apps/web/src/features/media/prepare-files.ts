import * as sentences from '@mbari/contract/sentences';
import { checkFiles } from './check-files.ts';
import { withTrueTypes } from './kind-of-file.ts';
import { preparePhoto } from './prepare-image.ts';

/** Picked files as they travel: no larger than the server keeps, in a form it reads. What cannot be taken is told in `wrong`. */
export async function readyFiles(picked: readonly File[], room: number): Promise<{ ready: File[]; wrong: string[]; over: boolean }> {
  const { taken, wrong, over } = checkFiles(await withTrueTypes(picked), room, Number.POSITIVE_INFINITY);
  // Picked on purpose, here and now: the decoder that a phone's own format needs may be fetched.
  const prepared = await Promise.all(taken.map((file) => preparePhoto(file, { fullSize: false, mayFetch: true }).catch(() => null)));
  const ready = prepared.flatMap((photo) => (photo?.is === 'ready' ? [photo.file] : []));
  return { ready, over, wrong: [...wrong, ...(ready.length < taken.length ? [sentences.imageTooLarge] : [])] };
}
