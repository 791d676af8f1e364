import * as limits from '@mbari/contract/limits';
import { entitlementsOf } from '@mbari/contract/plans';
import * as sentences from '@mbari/contract/sentences';
import type { Viewer } from '../../http/viewer.ts';
import { invalid, Refusal } from '../../refusal.ts';

/** What comes at one place of a post: an image that it has already, or a file that arrived. */
export type Place = { keep: string } | { file: { path: string } };

interface ReceivedFile {
  field: string;
  path: string;
}

/** The number in a file's field name, as in `images[1]`; how manieth it came, where there is none. */
export const placeOf = ({ field }: { field: string }, arrival: number): number => Number(/\[(\d+)\]$/.exec(field)?.[1] ?? arrival);

/**
 * The images of a post as they are to be, from `keep[n]` and `images[n]`; null where neither was sent. Two at one place, one at two
 * places, or a place left empty are refused: what is not named here goes, so nothing is guessed.
 */
export function placesOf(keep: readonly (string | undefined)[] | undefined, files: readonly ReceivedFile[]): Place[] | null {
  if (keep === undefined && files.length === 0) return null;
  const places: (Place | undefined)[] = (keep ?? []).map((id) => (id === undefined ? undefined : { keep: id }));
  const kept = (keep ?? []).filter((id) => id !== undefined);
  if (new Set(kept).size < kept.length) throw refused('An image can be kept at one place only.');
  for (const [arrival, file] of files.entries()) {
    const at = placeOf(file, arrival);
    while (places.length <= at) places.push(undefined);
    if (places[at] !== undefined) throw refused(`Two images were sent for place ${at}.`);
    places[at] = { file };
  }
  const empty = places.indexOf(undefined);
  if (empty >= 0) throw refused(`Nothing was sent for place ${empty}.`);
  return places as Place[];
}

/** The plan counts when pictures are added; what a post has already may stay and change places. */
export function requireRoom(owner: Pick<Viewer, 'is_paid'>, places: readonly Place[]): void {
  if (places.length > limits.imagesPaid && owner.is_paid) throw invalid({ images: [sentences.tooManyImages] }, sentences.tooManyImages);
  const isAdding = places.some((place) => 'file' in place);
  if (isAdding && places.length > entitlementsOf(owner).imagesPerPost) throw upgradeRequired();
}

export const upgradeRequired = (): Refusal =>
  new Refusal('upgrade_required', sentences.upgradeForImages, { errors: { images: [sentences.upgradeForImages] } });

const refused = (text: string): Refusal => invalid({ images: [text] });
