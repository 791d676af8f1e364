import { withDatabase } from './database.ts';

/** Other tests of the same server report things, too: the queue begins without theirs. */
export const resolveAllReports = (dataFolder: string): Promise<unknown> =>
  withDatabase({ dataFolder }, (db) => db.query('update reports set resolved_at = now() where resolved_at is null'));
