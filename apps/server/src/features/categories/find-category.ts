import type { Context } from '../../context.ts';
import { invalid } from '../../refusal.ts';
import { findCategory } from './queries.ts';

/** The category that a text names, by name, slug or id; null where it names none. */
export async function requireCategory({ db }: Context, text: string | undefined): Promise<string | null> {
  const wanted = text?.trim().normalize('NFC');
  if (!wanted) return null;
  const category = wanted.includes('\0') ? undefined : await findCategory(db, wanted);
  if (!category) throw invalid({ category: ['Choose one of the categories listed.'] });
  return category.id;
}
