import { withDatabase } from './database.ts';

/** Resolves all reports, because other tests share the server's queue. */
export const resolveAllReports = (dataFolder: string): Promise<unknown> =>
  withDatabase({ dataFolder }, (db) => db.query('update reports set resolved_at = now() where resolved_at is null'));
