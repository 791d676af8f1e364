import pg from 'pg';
import { connectionFor, startDatabase } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { environment } from '../environment.ts';

export async function migrateNow(): Promise<void> {
  const { config } = environment();
  const embedded = await startDatabase(config);
  const pool = new pg.Pool(await connectionFor(config));
  try {
    const ran = await migrate(pool);
    console.log(ran.length > 0 ? `Brought the database up to date: ${ran.join(', ')}.` : 'The database is up to date.');
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}
