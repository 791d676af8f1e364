import { entitlementsOf } from '@mbari/contract/people/plans';
import type * as calls from '@mbari/contract/people/profiles';
import type { Accent, Customisation } from '@mbari/contract/people/profiles';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { removeImages } from '../../platform/images/queries.ts';
import { saveImage, type StoredImage, storeImage } from '../../platform/images/store-image.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { parsePost, presentProfilePhotos } from './list-profile-photos.ts';
import { deletePins, findCustomisation, insertPins, listPins, lockAppearance, updateAccentAndCover } from './queries.ts';
import { viewCustomisation } from './views.ts';

export type AppearanceInput = z.output<typeof calls.customiseProfile.shape.body>;

/**
 * Changes the given fields in one transaction. An uploaded cover overrides `remove_cover` and replaces the previous cover. Throws
 * `upgrade_required` for additions without a plan.
 */
export async function customiseProfile(context: Context, memberId: string, input: AppearanceInput, file?: { path: string }): Promise<void> {
  await context.limits.spend('settings by member', memberId);
  if (input.pinned?.some((id) => !isId(id))) throw pinNotOwn();
  const cover = file && (await storeImage(context, file, { kind: 'cover', memberId, field: 'cover' }));
  try {
    await context.db.transaction((tx) => applyChange(tx, memberId, input, cover));
  } catch (error) {
    // After a lost connection the row may be committed, so its files must stay. Orphans are swept.
    if (error instanceof Refusal) await cover?.discard();
    throw error;
  }
}

async function applyChange(tx: Statements, memberId: string, input: AppearanceInput, cover: StoredImage | undefined): Promise<void> {
  const row = await lockAppearance(tx, memberId);
  // The account was closed or suspended after the session lookup.
  if (!row) throw unauthenticated();
  const pins = (await listPins(tx, memberId)).map(({ photo_id }) => photo_id);
  const before: Appearance = { accent: row.accent, pins, cover: row.cover_image_id };
  const after: Appearance = {
    accent: input.accent === undefined ? before.accent : input.accent || null,
    pins: input.pinned ?? pins,
    cover: cover?.id ?? (input.remove_cover ? null : before.cover),
  };
  const additions = findAdditions(before, after);
  if (additions.length > 0 && !entitlementsOf(row).customises) throw upgradeRequired(additions);

  if (cover) await saveImage(tx, cover);
  await updateAccentAndCover(tx, memberId, after.accent, after.cover);
  if (before.cover !== null && before.cover !== after.cover) await removeImages(tx, [before.cover]);
  if (input.pinned) {
    await deletePins(tx, memberId);
    if ((await insertPins(tx, memberId, input.pinned)) < input.pinned.length) throw pinNotOwn();
  }
}

const pinNotOwn = (): Refusal => invalid({ pinned: ['pinNotOwn'] });

const fieldOf: Record<keyof Appearance, string> = { accent: 'accent', pins: 'pinned', cover: 'cover' };

export const upgradeRequired = (additions: readonly (keyof Appearance)[]): Refusal =>
  new Refusal('upgrade_required', 'upgradeForCustomisation', {
    errors: Object.fromEntries(additions.map((name) => [fieldOf[name], ['upgradeForCustomisation']])),
  });

interface Appearance {
  accent: Accent | null;
  pins: readonly string[];
  /** Image id. */
  cover: string | null;
}

/** Returns the fields with new values. These need a plan; removing values does not. */
function findAdditions(before: Appearance, after: Appearance): (keyof Appearance)[] {
  return [
    ...(after.accent !== null && after.accent !== before.accent ? (['accent'] as const) : []),
    ...(isSubsequence(after.pins, before.pins) ? [] : (['pins'] as const)),
    ...(after.cover !== null && after.cover !== before.cover ? (['cover'] as const) : []),
  ];
}

/** Returns true if items were only removed, with the order unchanged. */
function isSubsequence(after: readonly string[], before: readonly string[]): boolean {
  const remaining = before.filter((id) => after.includes(id));
  return remaining.length === after.length && remaining.every((id, index) => id === after[index]);
}

/** Returns the member's own appearance; empty without a plan in force. */
export async function readCustomisation(context: Context, member: Viewer): Promise<Customisation> {
  const row = await findCustomisation(context.db, { listViewerId: member.id, asFollower: false }, member.id);
  const pinned = await presentProfilePhotos(context, member, row?.pinned ?? []);
  return { ...viewCustomisation(context, row), pinned: [...pinned.values()].map(parsePost) };
}
