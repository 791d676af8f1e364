import * as limits from '@mbari/contract/limits';
import { slugOf } from '@mbari/contract/slug';
import type { Context } from '../../context.ts';
import { violates } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId, newId } from '../../ids.ts';
import { because, invalid, notFound } from '../../refusal.ts';
import { recordModeration } from '../moderation-log/record-moderation.ts';
import { addCategory, findStayingCategory, lockCategories, setCategoryName, setCategoryPosition } from './queries.ts';

/** Adds a photo category behind all others. Answers its id. */
export async function createCategory({ db, limits: rates }: Context, viewer: Viewer, { name }: { name: string }): Promise<string> {
  await rates.spend('settings by member', viewer.id);
  const id = newId();
  await refusingTakenNames(() =>
    db.transaction(async (tx) => {
      await lockCategories(tx);
      const added = await addCategory(tx, { id, name, slug: slugOf(name), most: limits.photoCategories });
      if (added === 0) throw invalid({ name: [because('tooManyCategories', { most: limits.photoCategories })] });
      await recordModeration(tx, viewer, 'create_photo_category', { note: name });
    }),
  );
  return id;
}

interface Changes {
  name?: string | undefined;
  position?: number | undefined;
}

/** Renames a photo category, and puts it elsewhere among the others. */
export async function updateCategory(
  { db, limits: rates }: Context,
  viewer: Viewer,
  id: string,
  { name, position }: Changes,
): Promise<void> {
  await rates.spend('settings by member', viewer.id);
  if (!isId(id)) throw notFound('forumCategoryNotFound');
  await refusingTakenNames(() =>
    db.transaction(async (tx) => {
      await lockCategories(tx);
      const before = name === undefined ? await findStayingCategory(tx, id) : await setCategoryName(tx, { id, name, slug: slugOf(name) });
      if (!before) throw notFound('forumCategoryNotFound');
      if (position !== undefined) await setCategoryPosition(tx, id, position);
      const isRenamed = name !== undefined && name !== before.name;
      await recordModeration(tx, viewer, 'update_photo_category', { note: isRenamed ? `${before.name} → ${name}` : before.name });
    }),
  );
}

async function refusingTakenNames(save: () => Promise<unknown>): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (['categories_slug_key', 'categories_name_key', 'categories_name'].some((one) => violates(error, one)))
      throw invalid({ name: ['categoryNameTaken'] });
    throw error;
  }
}
