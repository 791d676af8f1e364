import type { Category, ListedCategory } from '@mbari/contract/photos/categories';
import * as limits from '@mbari/contract/platform/limits';
import { slugOf } from '@mbari/contract/platform/slug';
import type { Context } from '../platform/context.ts';
import { type Statements, violates } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId, newId } from '../platform/ids.ts';
import { recordModeration } from '../platform/moderation/record-moderation.ts';
import { because, changedMeanwhile, invalid, notFound } from '../platform/refusal.ts';
import {
  addCategory,
  findActiveCategory,
  listCategories,
  listCategoriesByWords,
  lockCategories,
  setCategoryName,
  setCategoryPosition,
} from './category-queries.ts';

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

/** Returns the category of each word by name, slug or id, ignoring case; null for unknown words. */
export async function findCategories(db: Statements, words: readonly string[]): Promise<(Category | null)[]> {
  if (words.length === 0) return [];
  // PostgreSQL rejects zero bytes, and no name contains one.
  const named = await listCategoriesByWords(
    db,
    words.map((word) => (word.includes('\0') ? '' : word.normalize('NFC').trim())),
  );
  return named.map(({ id, name, slug }) => (id === null ? null : { id, name, slug }));
}

export const findCategory = async (db: Statements, word: string): Promise<Category | null> => (await findCategories(db, [word]))[0] ?? null;

/** Returns the id of a form's category, or null if the field is empty. */
export async function requireCategory(db: Statements, word: string | undefined): Promise<string | null> {
  if (!word?.trim()) return null;
  const category = await findCategory(db, word);
  if (!category) throw invalid({ category: ['categoryNotListed'] });
  return category.id;
}

export async function readCategory({ db }: Context, viewer: Viewer, id: string): Promise<ListedCategory> {
  const category = (await listCategories(db, viewer.id)).find((one) => one.id === id);
  if (!category) throw notFound('forumCategoryNotFound');
  return category;
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
