import { entitlementsOf } from '@mbari/contract/people/plans';
import * as limits from '@mbari/contract/platform/limits';
import type { Viewer } from '../../platform/http/viewer.ts';
import { because, type Because, invalid, Refusal } from '../../platform/refusal.ts';

/** An existing image or a received file. */
export type ImageSlot = { keep: string } | { file: { path: string } };

interface ReceivedFile {
  field: string;
  path: string;
}

/** Returns the number in a file's field name, as in `images[1]`, otherwise its arrival number. */
export const slotOf = ({ field }: { field: string }, arrival: number): number => Number(/\[(\d+)\]$/.exec(field)?.[1] ?? arrival);

/**
 * Returns the images by position, from `keep[n]` and `images[n]`; null if neither was sent. Rejects duplicates, shared positions and
 * gaps, because an edit removes images that `keep` omits.
 */
export function slotsOf(keep: readonly (string | undefined)[] | undefined, files: readonly ReceivedFile[]): ImageSlot[] | null {
  if (keep === undefined && files.length === 0) return null;
  const slots: (ImageSlot | undefined)[] = (keep ?? []).map((id) => (id === undefined ? undefined : { keep: id }));
  const keptIds = (keep ?? []).filter((id) => id !== undefined);
  if (new Set(keptIds).size < keptIds.length) throw invalidImages('imageKeptTwice');
  for (const [arrival, file] of files.entries()) {
    const index = slotOf(file, arrival);
    while (slots.length <= index) slots.push(undefined);
    if (slots[index] !== undefined) throw invalidImages(because('imagesAtOnePosition', { position: index }));
    slots[index] = { file };
  }
  const empty = slots.indexOf(undefined);
  if (empty >= 0) throw invalidImages(because('noImageAtPosition', { position: empty }));
  return slots as ImageSlot[];
}

/** Checks the plan's limit only when images are added. A comparison is not limited by the plan. */
export function requireRoom(owner: Pick<Viewer, 'is_paid'>, slots: readonly ImageSlot[], isComparison: boolean | undefined): void {
  requireComparable(slots.length, isComparison);
  if (slots.length > limits.imagesPaid && owner.is_paid) throw invalid({ images: ['tooManyImages'] }, 'tooManyImages');
  if (slots.some((slot) => 'file' in slot) && !isComparison) requirePlanFor(owner, slots.length);
}

export function requirePlanFor(owner: Pick<Viewer, 'is_paid'>, images: number): void {
  if (images > entitlementsOf(owner).imagesPerPost) throw upgradeRequired();
}

export function requireComparable(images: number, isComparison: boolean | undefined): void {
  if (isComparison && images !== limits.imagesCompared) throw invalid({ is_comparison: ['comparisonNeedsTwo'] });
}

export const upgradeRequired = (): Refusal =>
  new Refusal('upgrade_required', 'upgradeForImages', { errors: { images: ['upgradeForImages'] } });

const invalidImages = (reason: Because): Refusal => invalid({ images: [reason] });
