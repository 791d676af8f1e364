import type { Statements } from '../../db/database.ts';
import { findCategoryNamed } from './category-queries.ts';

/** The category that a word means, by name, slug or id and blind to case. */
export const findForumCategory = (db: Statements, word: string): Promise<{ id: string } | undefined> => findCategoryNamed(db, word);
