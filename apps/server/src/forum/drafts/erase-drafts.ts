import type { Statements } from '../../platform/db/database.ts';
import { removeDraftsOf } from './queries.ts';

/** Takes away what a closed account began to write. Answers how many; 0 when none are left. */
export const eraseDrafts = (db: Statements, memberId: string): Promise<number> => removeDraftsOf(db, memberId);
