import { entitlementsOf } from '@mbari/contract/plans';
import * as sentences from '@mbari/contract/sentences';
import type { customisingShapes } from '@mbari/contract/shapes/customising';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import { unauthenticated } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { invalid, Refusal } from '../../refusal.ts';
import { addPicture, type KeptPicture, keepPicture } from '../media/keep-picture.ts';
import { removePictures } from '../media/remove-pictures.ts';
import { addPins, holdCustomised, listPins, removePins, setAccentAndCover } from './queries.ts';
import { additionsIn, type Look } from './rules.ts';

export type GivenLook = z.output<typeof customisingShapes.customiseProfile.body>;

/**
 * Changes what was sent and leaves the rest, all or nothing. A cover that came as a file stands before `remove_cover`. What it was
 * before is let go of. Throws `upgrade_required` where something is added without a plan.
 */
export async function customiseProfile(context: Context, memberId: string, given: GivenLook, file?: { path: string }): Promise<void> {
  await context.limits.spend('settings by member', memberId);
  // None that is not an id can be the id of a post.
  if (given.pinned?.some((id) => !isId(id))) throw notOwn();
  const cover = file && (await keepPicture(context, file, { kind: 'cover', memberId, field: 'cover' }));
  try {
    await context.db.transaction((tx) => change(tx, memberId, given, cover));
  } catch (error) {
    // After a lost connection the row may be there: then its files must be too. What is nobody's is swept.
    if (error instanceof Refusal) await cover?.discard();
    throw error;
  }
}

async function change(tx: Statements, memberId: string, given: GivenLook, cover: KeptPicture | undefined): Promise<void> {
  const held = await holdCustomised(tx, memberId);
  // Closed or suspended since the session was looked up.
  if (!held) throw unauthenticated();
  const pins = (await listPins(tx, memberId)).map(({ photo_id }) => photo_id);
  const before: Look = { accent: held.accent, pins, cover: held.cover_image_id };
  const after: Look = {
    accent: given.accent === undefined ? before.accent : given.accent || null,
    pins: given.pinned ?? pins,
    cover: cover?.id ?? (given.remove_cover ? null : before.cover),
  };
  const additions = additionsIn(before, after);
  if (additions.length > 0 && !entitlementsOf(held).customises) throw upgradeRequired(additions);

  if (cover) await addPicture(tx, cover);
  await setAccentAndCover(tx, memberId, after.accent, after.cover);
  if (before.cover !== null && before.cover !== after.cover) await removePictures(tx, [before.cover]);
  if (given.pinned) {
    await removePins(tx, memberId);
    if ((await addPins(tx, memberId, given.pinned)) < given.pinned.length) throw notOwn();
  }
}

const notOwn = (): Refusal => invalid({ pinned: ['Choose from your own posts.'] });

const fieldOf: Record<keyof Look, string> = { accent: 'accent', pins: 'pinned', cover: 'cover' };

export const upgradeRequired = (additions: readonly (keyof Look)[]): Refusal =>
  new Refusal('upgrade_required', sentences.upgradeForCustomisation, {
    errors: Object.fromEntries(additions.map((name) => [fieldOf[name], [sentences.upgradeForCustomisation]])),
  });
