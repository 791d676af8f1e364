import type { Statements } from '../db/database.ts';
import { findTagKey as find } from './queries.ts';

export const findTagKey = (db: Statements, tag: string): Promise<string | null> => find(db, tag);
