import path from 'node:path';
import pg from 'pg';
import { familyOf, here } from './processes.mjs';
import { seed } from './seed.mjs';

/** Opens a migrated and filled database: that of DATABASE_URL, or an embedded one in the folder. */
export async function openSeeded(data, say, sizes) {
  const built = (file) => import(path.join(here, '../apps/server/dist', file));
  const [{ readConfig }, { connectionFor, startDatabase }, { migrate }] = await Promise.all([
    built('platform/config.js'),
    built('platform/db/connect.js'),
    built('platform/db/migrate.js'),
  ]);
  const config = readConfig({ MBARI_DATA: data, DATABASE_URL: process.env.DATABASE_URL }, data);
  const embedded = await startDatabase(config);
  const connection = await connectionFor(config);
  const pool = new pg.Pool({ ...connection, max: 4 });
  pool.on('error', () => undefined);
  await migrate(pool);
  if (embedded) await allowReplicaRole(data, embedded.connection, await built('platform/db/embedded/passwords.js'));
  const client = await pool.connect();
  await seed(client, say, sizes);
  // Creates a signing key, because the product does not start without one on a database with members.
  await (await built('platform/adapters/signing-key.js')).makeSigningKey(config);
  await client.query('delete from installation');
  return {
    env: process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {},
    url: connection.connectionString ?? urlOf(connection),
    query: (sql, values) => client.query(sql, values),
    async pids() {
      const { rows } = await client.query('select pg_backend_pid() as pid');
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

const urlOf = ({ user, password, host, port, database }) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** Grants the seeding role the right to disable triggers. Runs as an admin role. */
async function allowReplicaRole(data, connection, { adminRole, findPassword }) {
  const admin = new pg.Client({ ...connection, user: adminRole, password: await findPassword(data, adminRole), database: 'postgres' });
  await admin.connect();
  await admin.query(`grant set on parameter session_replication_role to ${connection.user}`);
  await admin.end();
}
