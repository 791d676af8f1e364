import pg from 'pg';
import { adminRole, appRole, findPassword, makePassword, passwordFile, PasswordLost } from './passwords.ts';

export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export const database = 'mbari';

/** Only for as long as the roles of an earlier version are changed: nobody can rename the role they are signed in as. */
const changingRole = 'mbari_changing_roles';

/**
 * Sees to it that the application's role and its database are there, and that the role is an ordinary one. Throws PasswordLost where the
 * role's password is not the one in the data folder.
 */
export async function prepareRoles(dataFolder: string, app: Connection, { mayChange }: { mayChange: boolean }): Promise<void> {
  const adminPassword = await findPassword(dataFolder, adminRole);
  if (adminPassword !== null) await prepareAsAdmin({ ...app, user: adminRole, password: adminPassword, database: 'postgres' }, app);
  const client = await signIn({ ...app, database: 'postgres' });
  if (!client) throw new PasswordLost(passwordFile(dataFolder, appRole), 'does not hold the password of the database');
  try {
    if (!mayChange || !(await isSuperuser(client))) return;
    const password = await makePassword(dataFolder, adminRole);
    await makeDatabase(client);
    await client.query(`drop role if exists ${changingRole}`);
    await client.query(`create role ${changingRole} superuser login password ${pg.escapeLiteral(password)}`);
    await makeOrdinary({ ...app, user: changingRole, password }, app.password);
    await prepareAsAdmin({ ...app, user: adminRole, password, database: 'postgres' }, app);
  } finally {
    await client.end();
  }
}

/** Where the admin cannot sign in, either nothing is left for them to do, or the application's own password tells what is wrong. */
async function prepareAsAdmin(connection: Connection, app: Connection): Promise<void> {
  const admin = await signIn(connection);
  if (!admin) return;
  try {
    await admin.query(`drop role if exists ${changingRole}`);
    const roles = await admin.query('select from pg_roles where rolname = $1', [appRole]);
    if (roles.rowCount === 0) await unlessMade(admin.query(createAppRole(app.password)));
    await makeDatabase(admin);
  } finally {
    await admin.end();
  }
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const databases = await client.query('select from pg_database where datname = $1', [database]);
  if (databases.rowCount === 0) await unlessMade(client.query(`create database ${database} owner ${appRole}`));
}

const createAppRole = (password: string): string =>
  `create role ${appRole} login nosuperuser nocreatedb nocreaterole noreplication password ${pg.escapeLiteral(password)}`;

/** Two starts at once: the other one made it. */
async function unlessMade(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    if (!['42710', '42P04', '23505'].includes(error.code ?? '')) throw error;
  });
}

/** Null where there is no such role, or its password is another. */
async function signIn(connection: Connection): Promise<pg.Client | null> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (['28P01', '28000'].includes((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}

async function isSuperuser(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = current_user');
  return rows[0]?.rolsuper === true;
}

/**
 * Earlier versions made the application's role the superuser that the folder begins with, which PostgreSQL lets nobody demote. It becomes
 * the admin, and an ordinary role of the old name takes over all that is in the database: in one transaction, so that a start that is cut
 * off has changed nothing.
 */
async function makeOrdinary(connection: Connection, appPassword: string): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`alter role ${appRole} rename to ${adminRole}`);
    await client.query(`alter role ${adminRole} password ${pg.escapeLiteral(connection.password)}`);
    await client.query(createAppRole(appPassword));
    await client.query(`alter database ${database} owner to ${appRole}`);
    await client.query(handOver);
    await client.query('commit');
  } finally {
    // Closing the connection takes back whatever was not committed.
    await client.end();
  }
}

/** Gives the application's role whatever the admin owns outside of PostgreSQL's own schemas. Indexes, sequences of a column and types of a table go with it. */
const handOver = `do $$
declare
  command text;
begin
  for command in
    with theirs as (
      select oid, nspname from pg_namespace
       where nspname <> 'information_schema' and nspname !~ '^pg_' )
    select format('alter schema %I owner to ${appRole}', n.nspname)
      from theirs t join pg_namespace n using (oid) where n.nspowner = '${adminRole}'::regrole
    union all
    select format('alter %s %I.%I owner to ${appRole}',
                  case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
                                 when 'f' then 'foreign table' when 'c' then 'type' else 'table' end, t.nspname, c.relname)
      from theirs t join pg_class c on c.relnamespace = t.oid
     where c.relowner = '${adminRole}'::regrole and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c', 'S')
       and not exists (select from pg_depend d
                        where d.classid = 'pg_class'::regclass and d.objid = c.oid and c.relkind = 'S' and d.deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to ${appRole}', p.oid::regprocedure)
      from theirs t join pg_proc p on p.pronamespace = t.oid where p.proowner = '${adminRole}'::regrole
    union all
    select format('alter type %I.%I owner to ${appRole}', t.nspname, y.typname)
      from theirs t join pg_type y on y.typnamespace = t.oid
     where y.typowner = '${adminRole}'::regrole and y.typtype in ('d', 'e', 'r')
    union all
    select format('alter statistics %I.%I owner to ${appRole}', t.nspname, s.stxname)
      from theirs t join pg_statistic_ext s on s.stxnamespace = t.oid where s.stxowner = '${adminRole}'::regrole
  loop
    execute command;
  end loop;
end $$`;
