import type { Statements } from '../../platform/db/database.ts';
import { removeDraftsOf } from './queries.ts';

/** Deletes the drafts of a closed account. Returns how many; 0 when none are left. */
export const eraseDrafts = (db: Statements, memberId: string): Promise<number> => removeDraftsOf(db, memberId);
