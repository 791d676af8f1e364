import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { requestSettings, requestTimeouts, requireSession } from './connect.ts';

/** Settings that requests need. A pooler does not pass them on, so they are set for the role in this database. */
const requiredSettings: Record<string, string> = {
  ...requestSettings,
  ...Object.fromEntries(Object.entries(requestTimeouts).map(([name, ms]) => [name, `${ms}ms`])),
};
const settingsLock = 7_220_306;

/** Writes the role's settings and checks the pooler. Returns messages for the operator. Throws if the pooler cannot serve requests. */
export async function preparePooler(direct: pg.ClientConfig, pooler: pg.ClientConfig): Promise<string[]> {
  await requireSession(direct);
  const changes = await withClient(direct, writeSettings);
  const messages =
    changes.length > 0 ? [`Set for the database's role, because a pooler passes no settings on: ${changes.join(', ')}.`] : [];
  return [...messages, ...(await checkPooler(direct, pooler)).doubts];
}

export async function checkPooler(direct: pg.ClientConfig, pooler: pg.ClientConfig): Promise<{ doubts: string[] }> {
  const directSession = await withClient(direct, readSession);
  const poolerSession = await withClient(pooler, readSession).catch((error: Error) => {
    throw new Error(`The pooler at DATABASE_URL cannot be used: ${error.message}`, { cause: error });
  });
  if (directSession.origin !== poolerSession.origin)
    throw new Error('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Both must name the same one, by the same role.');
  if (await mixesStatements(pooler))
    throw new Error(
      'The pooler at DATABASE_URL shares connections between transactions, but does not support prepared statements. ' +
        'It must be PgBouncer 1.21 or newer, with max_prepared_statements = 1000 in its configuration.',
    );
  const off = Object.entries(requiredSettings).filter(([name, value]) => poolerSession.settings[name] !== value);
  if (off.length === 0) return { doubts: [] };
  const differences = off.map(([name, value]) => `${name} is ${poolerSession.settings[name]} and should be ${value}`).join(', ');
  return {
    doubts: [
      `Through the pooler ${differences}. Connections that it opened before this start end by themselves within its server_lifetime; ` +
        'RECONNECT on its console ends them now.',
    ],
  };
}

/** Stores settings for the current role in this database, as every role may. Returns the changed settings. */
async function writeSettings(client: pg.Client): Promise<string[]> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [settingsLock]);
  const { rows } = await client.query<{ setting: string; database: string }>(
    `select lower(split_part(one, '=', 1)) || '=' || substr(one, strpos(one, '=') + 1) as setting
       from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase and d.datname = current_database(), unnest(s.setconfig) as one
      where s.setrole = (select oid from pg_roles where rolname = current_user)`,
  );
  const current = new Set(rows.map(({ setting }) => setting));
  const off = Object.entries(requiredSettings).filter(([name, value]) => !current.has(`${name}=${value}`));
  const name = pg.escapeIdentifier((await client.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? '');
  const statements = off.map(([setting, value]) => `alter role current_user in database ${name} set ${setting} = '${value}'`);
  if (statements.length > 0) await client.query(statements.join(';'));
  await client.query('commit');
  return off.map(([setting, value]) => `${setting} = ${value}`);
}

async function readSession(client: pg.Client): Promise<{ origin: string; settings: Record<string, string> }> {
  const { rows } = await client.query<{ origin: string; settings: Record<string, string> }>(
    `select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), current_user,
                      (select oid from pg_database where datname = current_database())) as origin,
            (select jsonb_object_agg(lower(name), setting || coalesce(unit, '')) from pg_settings where lower(name) = any($1::text[])) as settings`,
    [Object.keys(requiredSettings)],
  );
  if (!rows[0]) throw new Error('The server returned no row.');
  return rows[0];
}

/** Attempts to get the same server connection again. A pooler usually hands out the connection released last. */
const mostTries = 3;

/** Returns true if the pooler shares prepared statements between clients: a name could then run another client's statement. */
async function mixesStatements(pooler: pg.ClientConfig): Promise<boolean> {
  const name = `mbari ${randomUUID()}`;
  return withClient(pooler, async (client) => {
    await client.query('begin');
    await client.query({ name, text: 'select 1' });
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid from pg_prepared_statements where name = $1', [
      name,
    ]);
    if (rows[0]) await client.query(`deallocate ${pg.escapeIdentifier(name)}`);
    await client.query('commit');
    if (!rows[0]) return false;
    for (let tries = 0; tries < mostTries; tries += 1) if ((await withClient(pooler, findProcess)) === rows[0].pid) return true;
    return false;
  });
}

const findProcess = async (client: pg.Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

async function withClient<Result>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ application_name: 'mbari start', connectionTimeoutMillis: 5_000, query_timeout: 10_000, ...connection });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
