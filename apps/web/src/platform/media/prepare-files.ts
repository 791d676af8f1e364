import { imageDamaged } from '@mbari/words/refusals';
import { checkFiles, withTrueTypes } from './check-files.ts';
import { type Prepared, prepareImage } from './prepare-image.ts';

type Ready = Extract<Prepared, { is: 'ready' }>;

/** Prepares picked files for upload. `wrong` lists the errors of the files that are not ready. */
export async function prepareFiles(picked: readonly File[], room: number): Promise<{ ready: Ready[]; wrong: string[]; over: boolean }> {
  const { taken, wrong, over } = checkFiles(await withTrueTypes(picked), room, Number.POSITIVE_INFINITY);
  // The member waits for the picked files, so the HEIC decoder may be downloaded.
  const prepared = await Promise.all(taken.map((file) => prepareImage(file, { fullSize: false, mayFetch: true }).catch(() => null)));
  const ready = prepared.flatMap((photo) => (photo?.is === 'ready' ? [photo] : []));
  const refused = prepared.flatMap((photo) => (photo?.is === 'refused' ? [photo.why] : photo === null ? [imageDamaged] : []));
  return { ready, over, wrong: [...new Set([...wrong, ...refused])] };
}
