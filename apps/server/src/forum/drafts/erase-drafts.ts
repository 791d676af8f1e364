import type { Statements } from '../../platform/db/database.ts';
import { removeDraftsOf } from './queries.ts';

export const eraseDrafts = (db: Statements, memberId: string): Promise<number> => removeDraftsOf(db, memberId);
