import path from 'node:path';
import pg from 'pg';
import { familyOf, here } from './processes.mjs';
import { seed } from './seed.mjs';

/** A migrated and filled database: the one of DATABASE_URL, or an embedded one in the folder. */
export async function openSeeded(data, say, sizes) {
  const built = (file) => import(path.join(here, '../apps/server/dist', file));
  const [{ readConfig }, { connectionFor, startDatabase }, { migrate }] = await Promise.all([
    built('config.js'),
    built('db/connect.js'),
    built('db/migrate.js'),
  ]);
  const config = readConfig({ MBARI_DATA: data, DATABASE_URL: process.env.DATABASE_URL }, data);
  const embedded = await startDatabase(config);
  const pool = new pg.Pool({ ...(await connectionFor(config)), max: 4 });
  pool.on('error', () => undefined);
  await migrate(pool);
  const client = await pool.connect();
  await seed(client, say, sizes);
  return {
    env: process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {},
    query: (sql, values) => client.query(sql, values),
    /** The database's processes, asked anew each time: connections come and go. */
    async pids() {
      const { rows } = await client.query(`select pid from pg_stat_activity where backend_type = 'checkpointer'`);
      const { readFileSync } = await import('node:fs');
      const postmaster = Number(readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]);
      return () => familyOf(postmaster);
    },
    async stop() {
      client.release();
      await pool.end();
      await embedded?.stop();
    },
  };
}
