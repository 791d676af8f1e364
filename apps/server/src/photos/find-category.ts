import type { Category, ListedCategory } from '@mbari/contract/photos/categories';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { invalid, notFound } from '../platform/refusal.ts';
import { listCategoriesByWords, listCategories } from './category-queries.ts';

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
