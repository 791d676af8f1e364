import type { Category } from '@mbari/contract/shapes/categories';
import type { Statements } from '../../platform/db/database.ts';
import { invalid } from '../../platform/refusal.ts';
import { listNamed } from './queries.ts';

/** The category that each word means, by name, slug or id and blind to case; null for a word that means none. */
export async function findCategories(db: Statements, words: readonly string[]): Promise<(Category | null)[]> {
  if (words.length === 0) return [];
  // No name contains a zero byte, and no database takes it.
  const named = await listNamed(
    db,
    words.map((word) => (word.includes('\0') ? '' : word.normalize('NFC').trim())),
  );
  return named.map(({ id, name, slug }) => (id === null ? null : { id, name, slug }));
}

export const findCategory = async (db: Statements, word: string): Promise<Category | null> => (await findCategories(db, [word]))[0] ?? null;

/** The id of the category that a form names; null where it names none. Refuses one that does not exist. */
export async function requireCategory(db: Statements, word: string | undefined): Promise<string | null> {
  if (!word?.trim()) return null;
  const category = await findCategory(db, word);
  if (!category) throw invalid({ category: ['categoryNotListed'] });
  return category.id;
}
