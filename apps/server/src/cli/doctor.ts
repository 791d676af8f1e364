import { mkdir } from 'node:fs/promises';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { checkSigningKey } from '../operations/open-signing-key.ts';
import { imagesFolder } from '../platform/adapters/image-store.ts';
import { checkBucket, openImageStore } from '../platform/adapters/s3-image-store.ts';
import { measureSpace, reserveOf } from '../platform/adapters/storage-space.ts';
import type { Config } from '../platform/config.ts';
import { clockAhead, clockTolerance, describeClockDifference } from '../platform/db/clock.ts';
import { connectionFor, poolerFor, startDatabase } from '../platform/db/connect.ts';
import { openDatabase } from '../platform/db/database.ts';
import { listPending, type Migration } from '../platform/db/migrate.ts';
import { checkPooler } from '../platform/db/pooler.ts';
import { checkReplicas, type ReplicaFinding } from '../platform/db/replica.ts';
import { PoolerError, requireSession } from '../platform/db/session.ts';
import { inspectServer } from '../platform/db/state.ts';
import { environment } from '../platform/environment.ts';
import { explainError } from '../platform/explain-error.ts';
import { isLocalhostOnly } from '../platform/localhost.ts';
import { checkAddress } from './check-address.ts';
import { checkBackups } from './doctor-backups.ts';

interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'failed';
  /** The finding, or the problem and its remedy. */
  text: string;
}

/** Runs all checks, so that one problem does not hide another. Exits with 1 after a warning or a failed check. */
export async function doctor({ json }: { json: boolean }): Promise<void> {
  const { config, notes } = environment();
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
    if (!json) console.log(`${marks[finding.state]} ${finding.check}: ${finding.text}`);
  };
  const check = async (name: string, at: () => Promise<string>): Promise<void> =>
    report(
      await at().then(
        (text): Finding => ({ check: name, state: 'ok', text }),
        (error: unknown): Finding => ({ check: name, state: 'failed', text: explainError(error) }),
      ),
    );

  await check('Node', checkNode);
  await check('data folder', () => checkDataFolder(config));
  await check('database', () => checkDatabase(config));
  if (poolerFor(config)) await check('pooler', () => checkRequests(config));
  for (const finding of await findReplicas(config)) await check(`replica ${finding.name}`, async () => describeReplica(finding));
  await check('signing key', () => checkKey(config));
  await check('images', () => checkImages(config));
  await check('mail', () => checkMail(config));
  await check('backups', () => checkBackups(config));
  await check('address', () => checkAddress(config));
  for (const text of notes) report({ check: 'settings', state: 'warning', text });
  const bad = findings.filter(({ state }) => state !== 'ok').length;
  if (bad > 0) process.exitCode = 1;
  if (json) return console.log(JSON.stringify({ ok: bad === 0, findings }));
  console.log(bad === 0 ? 'All is well.' : `${bad} of ${findings.length} checks found a problem.`);
}

const marks = { ok: 'ok  ', warning: 'WARN', failed: 'BAD ' };

async function checkNode(): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`${process.versions.node} is too old. Install Node 20.19 or newer from https://nodejs.org.`);
  return process.versions.node;
}

const gigabyte = 1024 ** 3;

async function checkDataFolder({ dataFolder }: Config): Promise<string> {
  await mkdir(dataFolder, { recursive: true, mode: 0o711 });
  return `${dataFolder}, ${await checkSpace(dataFolder)}`;
}

async function checkSpace(folder: string): Promise<string> {
  const { free, total } = await measureSpace(folder);
  const reserve = reserveOf(total);
  if (total > 0 && free < reserve)
    throw new Error(
      `${folder} has ${inWords(free)} left. Free some space: below ${inWords(reserve)} uploads are refused, and a full disk stops the database.`,
    );
  return `${inWords(free)} free, ${inWords(reserve)} of it reserved`;
}

const inWords = (bytes: number): string =>
  bytes < gigabyte ? `${Math.floor(bytes / 1024 ** 2)} MB` : `${(bytes / gigabyte).toFixed(bytes < 10 * gigabyte ? 1 : 0)} GB`;

async function checkDatabase(config: Config): Promise<string> {
  const embedded = await startDatabase(config);
  const unreachable = (error: Error): never => {
    const [kind, direct] = config.database.kind === 'server' ? ['server', config.database.directUrl] : ['embedded'];
    const mend = kind === 'server' ? `Check ${direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'} and that the server runs.` : '';
    throw new Error(error instanceof PoolerError ? error.message : `it is unreachable (${error.message}). ${mend}`);
  };
  const connection = await connectionFor(config);
  const pool = new pg.Pool({ ...connection, connectionTimeoutMillis: 5_000, max: 1 });
  pool.on('error', () => undefined);
  try {
    await requireSession(connection).catch(unreachable);
    const { version, faults, doubts, notes } = await inspectServer(pool).catch(unreachable);
    const ahead = await clockAhead(pool);
    if (Math.abs(ahead) > clockTolerance) doubts.push(describeClockDifference(ahead));
    if (faults.length + doubts.length > 0) throw new Error([...faults, ...doubts].join(' '));
    const pending = await listPending(pool);
    const kind = config.database.kind === 'server' ? 'server' : embedded?.adopted ? 'embedded, running' : 'embedded';
    const state =
      pending.length === 0 ? 'up to date' : `${pending.length} migrations run at the next start${describePendingMigrations(pending)}`;
    return [`PostgreSQL ${version}, ${kind}, ${state}`, ...notes].join('; ');
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}

function describePendingMigrations(pending: readonly Migration[]): string {
  if (pending[0]?.name.startsWith('0001_')) return '';
  return pending.every(({ olderMayRun }) => olderMayRun)
    ? ', and the version before may run beside it'
    : ': stop the version before, on every node';
}

/** Checks a pooler, if one is configured: same database, unnamed prepared statements, timeouts. */
async function checkRequests(config: Config): Promise<string> {
  const pooler = poolerFor(config);
  const { doubts } = pooler ? await checkPooler(await connectionFor(config), pooler) : { doubts: [] };
  if (doubts.length > 0) throw new Error(`${doubts.join(' ')} The first start of Mbari sets them.`);
  return 'leads to the same database and works';
}

/** Returns nothing if the database is unreachable; another check reports the outage. */
async function findReplicas(config: Config): Promise<ReplicaFinding[]> {
  if (config.replicas.length === 0) return [];
  const pool = new pg.Pool({ ...(await connectionFor(config)), connectionTimeoutMillis: 5_000, max: 1 });
  pool.on('error', () => undefined);
  const findings = await checkReplicas(config.replicas, pool).catch(() => []);
  await pool.end();
  return findings;
}

function describeReplica({ fault, trouble, missing }: ReplicaFinding): string {
  if (fault !== null) throw new Error(`${fault}. Remove it from DATABASE_REPLICA_URLS: the server refuses to start with it.`);
  if (trouble !== null) throw new Error(`it does not answer (${trouble}). The primary answers all reads until it does.`);
  return missing === 0 ? 'up to date' : `${missing} bytes behind`;
}

async function checkKey(config: Config): Promise<string> {
  const embedded = await startDatabase(config);
  const db = openDatabase(await connectionFor(config));
  try {
    return await checkSigningKey(db, config);
  } finally {
    await db.close();
    await embedded?.stop();
  }
}

async function checkImages(config: Config): Promise<string> {
  if (config.s3) await checkBucket(config.s3);
  const store = await openImageStore(config);
  if (!(await store.isWritable()))
    throw new Error(`${config.dataFolder}/uploads is not writable. Change its owner (chown), or repair the disk.`);
  const where = config.s3 ? `bucket ${config.s3.bucket} at ${config.s3.endpoint.host}` : 'data folder';
  return `${where}, writable, ${await checkSpace(imagesFolder(config))}`;
}

async function checkMail(config: Config): Promise<string> {
  const { mail, dataFolder } = config;
  if (mail.smtpUrl === null && !isLocalhostOnly(config)) throw new Error('members get no mail. Set SMTP_URL to a mail server.');
  if (mail.smtpUrl === null) return `no mail server (SMTP_URL): mails are written to ${dataFolder}/outbox`;
  const transport = createTransport({ url: mail.smtpUrl, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 });
  try {
    await transport.verify();
  } catch (error) {
    throw new Error(`the mail server refuses the connection: ${(error as Error).message}. Check SMTP_URL; mails are retried.`, {
      cause: error,
    });
  } finally {
    transport.close();
  }
  return `the mail server accepts the connection; mails are sent from ${mail.from}`;
}
