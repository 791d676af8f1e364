import type { Check } from '@mbari/contract/operations/system';
import { type ImageStore, imagesFolder } from '../../platform/adapters/image-store.ts';
import { verifyMailServer } from '../../platform/adapters/mailer.ts';
import { checkBucket } from '../../platform/adapters/s3-bucket.ts';
import { measureSpace, reserveOf } from '../../platform/adapters/storage-space.ts';
import type { Config } from '../../platform/config.ts';
import { clockAhead, clockTolerance, describeClockDifference } from '../../platform/db/clock.ts';
import { PoolerError, poolerFor, requireSession } from '../../platform/db/connect.ts';
import type { Database } from '../../platform/db/database.ts';
import { listPending, type Migration } from '../../platform/db/migrate.ts';
import { checkPooler } from '../../platform/db/pooler.ts';
import { checkReplicas } from '../../platform/db/replica.ts';
import { inspectServer } from '../../platform/db/state.ts';
import { explainError } from '../../platform/explain-error.ts';
import { isLocalhostOnly } from '../../platform/localhost.ts';
import { checkSigningKey } from '../open-signing-key.ts';
import { checkAddress, checkCertificate } from './check-address.ts';
import { checkBackups } from './check-backups.ts';

export interface Finding {
  check: Check;
  state: 'ok' | 'warning' | 'failed';
  /** The finding, or the problem and its remedy, in English like the log. */
  text: string;
}

/** Subjects of the checks. The command opens database and store with the first check that needs them; the server passes its own. */
export interface Inspected {
  config: Config;
  /** Notes on the settings. */
  notes: readonly string[];
  open: () => Promise<{ db: Database; kind: string }>;
  openStore: () => Promise<ImageStore>;
}

/** Returns the checks that apply to the configuration. None throws, so that one problem does not hide another. */
export function listChecks(inspected: Inspected): { check: Check; run: () => Promise<Finding[]> }[] {
  const { config, notes, open } = inspected;
  const openDatabase = async (): Promise<Database> => (await open()).db;
  const checks: [check: Check, applies: boolean, find: () => Promise<string>][] = [
    ['node', true, checkNode],
    ['data_folder', true, () => checkDataFolder(config)],
    ['database', true, () => checkDatabase(inspected)],
    ['clock', true, async () => checkClock(await openDatabase())],
    ['pooler', poolerFor(config) !== null, async () => checkRequests(config, await openDatabase())],
    ['replicas', config.replicas.length > 0, async () => describeReplicas(config, await openDatabase())],
    ['signing_key', true, async () => checkSigningKey(await openDatabase(), config)],
    ['images', true, () => checkImages(inspected)],
    ['mail', true, () => checkMail(config)],
    ['backups', true, () => checkBackups(config, openDatabase)],
    ['address', true, () => checkAddress(config)],
    ['certificate', config.publicUrl.protocol === 'https:', () => checkCertificate(config.publicUrl)],
  ];
  return [
    ...checks.flatMap(([check, applies, find]) => (applies ? [{ check, run: async () => [await findingOf(check, find)] }] : [])),
    { check: 'settings', run: async () => notes.map((text) => ({ check: 'settings', state: 'warning', text })) },
  ];
}

const findingOf = (check: Check, find: () => Promise<string>): Promise<Finding> =>
  find().then(
    (text) => ({ check, state: 'ok', text }),
    (error: unknown) => ({ check, state: 'failed', text: explainError(error) }),
  );

async function checkNode(): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`${process.versions.node} is too old. Install Node 20.19 or newer from https://nodejs.org.`);
  return process.versions.node;
}

const gigabyte = 1024 ** 3;

const checkDataFolder = async ({ dataFolder }: Config): Promise<string> => `${dataFolder}, ${await checkSpace(dataFolder)}`;

/** Throws if less than the reserve is free. */
export async function checkSpace(folder: string, measure = measureSpace): Promise<string> {
  const { free, total } = await measure(folder);
  const reserve = reserveOf(total);
  if (total > 0 && free < reserve)
    throw new Error(
      `${folder} has ${inWords(free)} left. Free some space: below ${inWords(reserve)} uploads are refused, and a full disk stops the database.`,
    );
  return `${inWords(free)} free, ${inWords(reserve)} of it reserved`;
}

const inWords = (bytes: number): string =>
  bytes < gigabyte ? `${Math.floor(bytes / 1024 ** 2)} MB` : `${(bytes / gigabyte).toFixed(bytes < 10 * gigabyte ? 1 : 0)} GB`;

async function checkDatabase({ config, open }: Inspected): Promise<string> {
  const unreachable = (error: Error): never => {
    const [kind, direct] = config.database.kind === 'server' ? ['server', config.database.directUrl] : ['embedded'];
    const mend = kind === 'server' ? `Check ${direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'} and that the server runs.` : '';
    throw new Error(error instanceof PoolerError ? error.message : `it is unreachable (${error.message}). ${mend}`);
  };
  const { db, kind: place } = await open();
  await requireSession(db.direct).catch(unreachable);
  const { version, faults, doubts, notes } = await inspectServer(db.pool).catch(unreachable);
  if (faults.length + doubts.length > 0) throw new Error([...faults, ...doubts].join(' '));
  const pending = await listPending(db.pool);
  const state =
    pending.length === 0 ? 'up to date' : `${pending.length} migrations run at the next start${describePendingMigrations(pending)}`;
  return [`PostgreSQL ${version}, ${place}, ${state}`, ...notes].join('; ');
}

function describePendingMigrations(pending: readonly Migration[]): string {
  if (pending[0]?.name.startsWith('0001_')) return '';
  return pending.every(({ olderMayRun }) => olderMayRun)
    ? ', and the version before may run beside it'
    : ': stop the version before, on every node';
}

/** Throws if this machine's clock and the database's differ. */
export async function checkClock({ pool }: Pick<Database, 'pool'>, now?: () => number): Promise<string> {
  const ahead = await clockAhead(pool, now);
  if (Math.abs(ahead) > clockTolerance) throw new Error(describeClockDifference(ahead));
  return 'agrees with the database';
}

/** Checks a pooler, if one is configured: same database, unnamed prepared statements, timeouts. */
async function checkRequests(config: Config, { direct }: Database): Promise<string> {
  const pooler = poolerFor(config);
  const { doubts } = pooler ? await checkPooler(direct, pooler) : { doubts: [] };
  if (doubts.length > 0) throw new Error(`${doubts.join(' ')} The first start of Mbari sets them.`);
  return 'leads to the same database and works';
}

async function describeReplicas({ replicas }: Config, { pool }: Database): Promise<string> {
  const findings = await checkReplicas(replicas, pool);
  const faults = findings.flatMap(({ name, fault, trouble }) => {
    if (fault !== null) return [`${name}: ${fault}. Remove it from DATABASE_REPLICA_URLS: the server refuses to start with it.`];
    return trouble === null ? [] : [`${name}: it does not answer (${trouble}). The primary answers all reads until it does.`];
  });
  if (faults.length > 0) throw new Error(faults.join(' '));
  return findings.map(({ name, missing }) => `${name}: ${missing === 0 ? 'up to date' : `${missing} bytes behind`}`).join('; ');
}

async function checkImages({ config, openStore }: Inspected): Promise<string> {
  if (config.s3) await checkBucket(config.s3);
  if (!(await (await openStore()).isWritable()))
    throw new Error(`${config.dataFolder}/uploads is not writable. Change its owner (chown), or repair the disk.`);
  const where = config.s3 ? `bucket ${config.s3.bucket} at ${config.s3.endpoint.host}` : 'data folder';
  return `${where}, writable, ${await checkSpace(imagesFolder(config))}`;
}

async function checkMail(config: Config): Promise<string> {
  const { mail, dataFolder } = config;
  if (mail.smtpUrl === null && !isLocalhostOnly(config)) throw new Error('members get no mail. Set SMTP_URL to a mail server.');
  if (mail.smtpUrl === null) return `no mail server (SMTP_URL): mails are written to ${dataFolder}/outbox`;
  await verifyMailServer(mail.smtpUrl).catch((error: Error) => {
    throw new Error(`the mail server refuses the connection: ${error.message}. Check SMTP_URL; mails are retried.`, { cause: error });
  });
  return `the mail server accepts the connection; mails are sent from ${mail.from}`;
}
