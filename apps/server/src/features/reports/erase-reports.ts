import type { Statements } from '../../db/database.ts';
import { removeReporter, removeReportsBelow, removeReportsOf } from './queries.ts';

/** Takes a closed account out of a batch of reports, and those about it or its next posts away. Answers how many; 0 when none are left. */
export const eraseReports = async (db: Statements, memberId: string): Promise<number> =>
  (await removeReporter(db, memberId)) + (await removeReportsOf(db, memberId)) + (await removeReportsBelow(db, memberId));
