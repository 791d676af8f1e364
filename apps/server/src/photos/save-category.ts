import * as limits from '@mbari/contract/platform/limits';
import { slugOf } from '@mbari/contract/platform/slug';
import type { Context } from '../platform/context.ts';
import { violates } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId, newId } from '../platform/ids.ts';
import { recordModeration } from '../platform/moderation/record-moderation.ts';
import { because, changedMeanwhile, invalid, notFound } from '../platform/refusal.ts';
import { addCategory, findActiveCategory, lockCategories, setCategoryName, setCategoryPosition } from './category-queries.ts';
import { readCategory } from './find-category.ts';

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
  version?: number | undefined;
}

/** Renames and moves a photo category. Throws `conflict` if it was renamed since `version`. */
export async function updateCategory(context: Context, viewer: Viewer, id: string, { name, position, version }: Changes): Promise<void> {
  const { db, limits: rates } = context;
  await rates.spend('settings by member', viewer.id);
  if (!isId(id)) throw notFound('forumCategoryNotFound');
  const isSaved = await refusingTakenNames(() =>
    db.transaction(async (tx) => {
      await lockCategories(tx);
      const named = { name: name ?? null, slug: name === undefined ? null : slugOf(name) };
      const previous = await setCategoryName(tx, { id, ...named, version: version ?? null });
      if (!previous && (await findActiveCategory(tx, id))) return false;
      if (!previous) throw notFound('forumCategoryNotFound');
      if (position !== undefined) await setCategoryPosition(tx, id, position);
      const isRenamed = name !== undefined && name !== previous.name;
      await recordModeration(tx, viewer, 'update_photo_category', { note: isRenamed ? `${previous.name} → ${name}` : previous.name });
      return true;
    }),
  );
  if (!isSaved) throw changedMeanwhile(await readCategory(context, viewer, id));
}

async function refusingTakenNames<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (['categories_slug_key', 'categories_name_key', 'categories_name'].some((constraint) => violates(error, constraint)))
      throw invalid({ name: ['categoryNameTaken'] });
    throw error;
  }
}
