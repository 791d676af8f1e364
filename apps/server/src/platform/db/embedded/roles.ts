import pg from 'pg';
import { adminRole, appRole, findPassword, passwordFile, PasswordLost } from './passwords.ts';

export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export const database = 'mbari';

/** Creates the application's role and database if they are missing. Throws PasswordLost if the role's password is not the one in the data folder. */
export async function prepareRoles(dataFolder: string, app: Connection): Promise<void> {
  const adminPassword = await findPassword(dataFolder, adminRole);
  if (adminPassword !== null) await prepareAsAdmin({ ...app, user: adminRole, password: adminPassword, database: 'postgres' }, app);
  const client = await signIn({ ...app, database: 'postgres' });
  if (!client) throw new PasswordLost(passwordFile(dataFolder, appRole), 'does not hold the password of the database');
  await client.end();
}

/** Returns silently if the admin cannot sign in: the application's own sign-in then succeeds or reports the fault. */
async function prepareAsAdmin(connection: Connection, app: Connection): Promise<void> {
  const admin = await signIn(connection);
  if (!admin) return;
  try {
    const roles = await admin.query('select from pg_roles where rolname = $1', [appRole]);
    if (roles.rowCount === 0) await ignoreExisting(admin.query(createAppRole(app.password)));
    await makeDatabase(admin);
  } finally {
    await admin.end();
  }
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const databases = await client.query('select from pg_database where datname = $1', [database]);
  if (databases.rowCount === 0) await ignoreExisting(client.query(`create database ${database} owner ${appRole}`));
}

const createAppRole = (password: string): string =>
  `create role ${appRole} login nosuperuser nocreatedb nocreaterole noreplication password ${pg.escapeLiteral(password)}`;

/** Ignores "already exists", because a concurrent start may have created the role or database. */
async function ignoreExisting(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    if (!['42710', '42P04', '23505'].includes(error.code ?? '')) throw error;
  });
}

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
