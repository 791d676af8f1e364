import { migrateDatabase } from '../platform/db/migrate.ts';
import { withDatabase } from './with-context.ts';

export async function migrateNow(): Promise<void> {
  const ran = await withDatabase((_config, connection) => migrateDatabase(connection));
  console.log(ran.length > 0 ? `Migrations run: ${ran.join(', ')}.` : 'The database is up to date.');
}
