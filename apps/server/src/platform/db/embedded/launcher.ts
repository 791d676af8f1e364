import { existsSync } from 'node:fs';
import { chown, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { clusterExists, clusterOf, createCluster, removeStaleDrafts, socketFolder } from './cluster.ts';
import { adminRole, appRole, findPassword, makePassword, passwordFile, PasswordLost } from './passwords.ts';
import { type ClusterSettings, runServer, stopServer, tailOf } from './postgres-process.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';

export interface EmbeddedDatabase {
  /** A socket in a private folder, and the generated password of a role that owns only this database. */
  connection: Connection;
  adopted: boolean;
  /** Takes ownership: restarts the database whenever it dies, and calls `onDown` each time. */
  keepAlive(onDown: (reason: string) => void): void;
  stop(): Promise<void>;
}

/** Starts the PostgreSQL of a data folder and creates the cluster if needed. Joins a server that already runs. */
export async function startEmbedded(
  dataFolder: string,
  { durable = true, patience = 15_000, maxConnections = 60 } = {},
): Promise<EmbeddedDatabase> {
  await mkdir(dataFolder, { recursive: true, mode: 0o711 });
  const runAs = chooseRunAs(await findBinaries(dataFolder), dataFolder);
  const connection = await connectionTo(dataFolder);
  const settings: ClusterSettings = {
    cluster: clusterOf(dataFolder),
    socket: connection.host,
    logFile: path.join(dataFolder, 'logs', 'postgresql.log'),
    runAs,
    durable,
    patience,
    maxConnections,
  };
  await prepareCluster(dataFolder, settings);
  let server = await runServer(settings);
  try {
    await prepareRoles(dataFolder, connection);
    if (durable) await requireDurable(connection);
  } catch (error) {
    if (!server.adopted) await stopServer(server);
    throw error;
  }
  let isOurs = !server.adopted;
  const stopping = new AbortController();

  async function revive(onDown: (reason: string) => void): Promise<void> {
    while (!stopping.signal.aborted) {
      await server.ended;
      if (stopping.signal.aborted) return;
      onDown(tailOf(settings.logFile));
      for (let pause = 250; !stopping.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
        try {
          server = await runServer(settings);
          break;
        } catch (error) {
          onDown((error as Error).message);
          await wait(pause);
        }
      }
    }
  }

  return {
    connection,
    adopted: server.adopted,
    keepAlive(onDown) {
      isOurs = true;
      void revive(onDown);
    },
    async stop() {
      stopping.abort();
      if (isOurs) await stopServer(server);
    },
  };
}

export async function connectionTo(dataFolder: string): Promise<Connection> {
  const isThere = existsSync(path.join(clusterOf(dataFolder), 'PG_VERSION'));
  const password = await (isThere ? findPassword(dataFolder, appRole) : makePassword(dataFolder, appRole));
  if (password === null) throw new PasswordLost(passwordFile(dataFolder, appRole), 'is missing or empty');
  return { host: socketFolder(dataFolder), port: 5432, user: appRole, password, database };
}

async function prepareCluster(dataFolder: string, { cluster, socket, logFile, runAs, durable }: ClusterSettings): Promise<void> {
  await mkdir(path.dirname(logFile), { recursive: true, mode: 0o700 });
  await preparePrivateFolder(socket, runAs);
  await removeStaleDrafts(cluster);
  if (await clusterExists(cluster)) return;
  await createCluster(cluster, { name: adminRole, password: await makePassword(dataFolder, adminRole) }, runAs, durable);
}

async function preparePrivateFolder(folder: string, { owner }: RunAs): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const us = process.getuid?.() ?? 0;
  const uid = (await stat(folder)).uid;
  if (uid !== us && uid !== owner?.uid)
    throw new Error(`${folder} belongs to another user. Remove it, or set MBARI_DATA to a shorter path.`);
  if (owner) await chown(folder, owner.uid, owner.gid);
}

async function requireDurable(connection: Connection): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const lax = await client.query<{ name: string }>(
      `select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') and setting <> 'on'`,
    );
    if (lax.rows.length > 0)
      throw new Error(
        `The database could lose acknowledged data: ${lax.rows.map((row) => row.name).join(', ')} is not on. Remove that setting from postgresql.auto.conf.`,
      );
  } finally {
    await client.end();
  }
}

interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

const database = 'mbari';

/** Creates the application's role and database if they are missing. Throws PasswordLost if the role's password is not the one in the data folder. */
async function prepareRoles(dataFolder: string, app: Connection): Promise<void> {
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
  await addStatistics({ ...connection, database });
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const databases = await client.query('select from pg_database where datname = $1', [database]);
  if (databases.rowCount === 0) await ignoreExisting(client.query(`create database ${database} owner ${appRole}`));
}

/** Adds the statistics of statements, which only a superuser may. */
async function addStatistics(connection: Connection): Promise<void> {
  const admin = await signIn(connection);
  if (!admin) return;
  try {
    await ignoreExisting(admin.query('create extension if not exists pg_stat_statements'));
  } finally {
    await admin.end();
  }
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
