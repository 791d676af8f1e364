import type { Statements } from '../db/database.ts';
import { findTagKey as find } from './queries.ts';

/** What lists find a tag by; null where nothing can have it. */
export const findTagKey = (db: Statements, tag: string): Promise<string | null> => find(db, tag);
