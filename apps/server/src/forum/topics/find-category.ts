import type { Statements } from '../../platform/db/database.ts';
import { findCategoryNamed } from './category-queries.ts';

/** Finds a category by name, slug or id, ignoring case. */
export const findForumCategory = (db: Statements, word: string): Promise<{ id: string } | undefined> => findCategoryNamed(db, word);
