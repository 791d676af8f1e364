import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeStorageFault } from './adapters/storage-faults.ts';

/** `directUrl` is PostgreSQL itself if `url` leads through a pooler, otherwise null. */
export type DatabaseConfig = { kind: 'embedded' } | { kind: 'server'; url: string; directUrl: string | null };

export function readDatabase(from: Source): DatabaseConfig {
  const protocols = ['postgres:', 'postgresql:'];
  const [url, direct] = [readUrl(from, 'DATABASE_URL', protocols), readUrl(from, 'DATABASE_DIRECT_URL', protocols)];
  if (direct && from.value('DATABASE_URL') === undefined)
    from.problem('DATABASE_DIRECT_URL is set, but DATABASE_URL is not. PostgreSQL itself goes into DATABASE_URL where there is no pooler.');
  if (url && direct && url.href === direct.href)
    from.problem(
      'DATABASE_DIRECT_URL is the same as DATABASE_URL. It names PostgreSQL itself where DATABASE_URL leads through a pooler: else leave it out.',
    );
  return url ? { kind: 'server', url: url.href, directUrl: direct?.href ?? null } : { kind: 'embedded' };
}

export interface S3Config {
  endpoint: URL;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const bucketSettings = {
  images: ['S3_REGION', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  backups: ['BACKUP_S3_REGION', 'BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
} as const;

/** Requires all settings of a bucket or none: an incomplete set would silently store elsewhere. Null means that there is no bucket. */
export function readS3(from: Source, purpose: keyof typeof bucketSettings): S3Config | null {
  const [regionName, ...needed] = bucketSettings[purpose];
  const [endpointName, bucketName] = needed;
  const missing = needed.filter((name) => from.value(name) === undefined);
  const region = from.value(regionName);
  if (missing.length === needed.length && region === undefined) return null;
  if (missing.length > 0) {
    from.problem(
      `${missing.join(' and ')} must be set, too: an object store for ${purpose} needs all of ${needed.join(', ')}, or none of them.`,
    );
    return null;
  }
  const endpoint = readUrl(from, endpointName, ['http:', 'https:']);
  if (endpoint && (endpoint.pathname !== '/' || endpoint.search || endpoint.hash || endpoint.username))
    from.problem(
      `${endpointName} must be an origin alone, such as https://s3.example: the bucket has ${bucketName}, the keys have variables of their own.`,
    );
  const [, bucket = '', accessKeyId = '', secretAccessKey = ''] = needed.map(from.value);
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket))
    from.problem(`${bucketName} must be the name of a bucket: 3 to 63 of a-z, 0-9, - and .`);
  return endpoint ? { endpoint, region: region ?? 'auto', bucket, accessKeyId, secretAccessKey } : null;
}

/** Nightly backup. At least one of `folder` and `bucket` is set. */
export interface BackupConfig {
  folder: string | null;
  bucket: BackupBucket | null;
  /** In UTC. */
  hour: number;
  /** Number of backups kept. */
  keep: number;
}

export interface BackupBucket {
  s3: S3Config;
  passphrase: string;
}

/** Refuses a place that is lost together with the data. */
export function readBackup(from: Source, cwd: string, dataFolder: string, images: S3Config | null): BackupConfig | null {
  const hour = readWhole(from, 'BACKUP_HOUR', 3, 0, 23);
  const keep = readWhole(from, 'BACKUP_KEEP', 7, 1, 1_000);
  const value = from.value('BACKUP_DIR');
  const folder = value === undefined || value === 'none' ? null : path.resolve(cwd, value);
  if (folder === dataFolder || folder?.startsWith(dataFolder + path.sep))
    from.problem('BACKUP_DIR lies in MBARI_DATA: what destroys the one takes the other. Name a folder elsewhere, best on another disk.');
  const s3 = readS3(from, 'backups');
  if (s3 && s3.endpoint.host === images?.endpoint.host && s3.bucket === images.bucket)
    from.problem('BACKUP_S3_BUCKET is the bucket of the images: what destroys the one takes the other. Name another bucket.');
  const passphrase = readPassphrase(from, cwd);
  if (s3 && passphrase === null)
    from.problem(
      `BACKUP_PASSPHRASE must be set, too, or BACKUP_PASSPHRASE_FILE: backups in an object store are encrypted. It has at least ${shortestPassphrase} characters, such as those that \`openssl rand -base64 24\` prints.`,
    );
  const bucket = s3 && passphrase !== null ? { s3, passphrase } : null;
  return folder === null && bucket === null ? null : { folder, bucket, hour, keep };
}

const shortestPassphrase = 16;

/** Problems do not quote the passphrase. */
function readPassphrase({ value, problem }: Source, cwd: string): string | null {
  const file = value('BACKUP_PASSPHRASE_FILE');
  let passphrase = value('BACKUP_PASSPHRASE') ?? null;
  if (file !== undefined && passphrase !== null)
    problem('BACKUP_PASSPHRASE_FILE and BACKUP_PASSPHRASE are both set. Leave one of them out.');
  try {
    if (file !== undefined) passphrase = readFileSync(path.resolve(cwd, file), 'utf8').trim();
  } catch (error) {
    problem(`BACKUP_PASSPHRASE_FILE cannot be read. ${describeStorageFault(error) ?? (error as Error).message}`);
    return '';
  }
  if (passphrase !== null && passphrase.length < shortestPassphrase)
    problem(`${file === undefined ? 'BACKUP_PASSPHRASE' : 'BACKUP_PASSPHRASE_FILE'} must have at least ${shortestPassphrase} characters.`);
  return passphrase;
}

/** Reads 32 bytes in hex. Problems do not quote them. Null means the key file in MBARI_DATA. */
export function readSigningKeyText({ value, problem }: Source): Buffer | null {
  const text = value('SIGNING_KEY');
  if (text === undefined) return null;
  if (!/^[\da-f]{64}$/i.test(text)) {
    problem('SIGNING_KEY must be 32 bytes in hex: 64 characters of 0-9 and a-f, such as those that `openssl rand -hex 32` prints.');
    return null;
  }
  return Buffer.from(text, 'hex');
}

/** Reads comma-separated URLs. Problems do not quote them, because they contain passwords. */
export function readReplicas(from: Source, database: { kind: 'embedded' | 'server' }): string[] {
  const { problem } = from;
  const entries = readList(from, 'DATABASE_REPLICA_URLS');
  const urls = entries.flatMap((text) => (URL.canParse(text) ? new URL(text) : []));
  const isRight = urls.length === entries.length && urls.every(({ protocol }) => protocol === 'postgres:' || protocol === 'postgresql:');
  if (!isRight) problem('DATABASE_REPLICA_URLS must be addresses that start with postgres:// or postgresql://, with commas between.');
  if (entries.length > 0 && database.kind === 'embedded')
    problem(
      'DATABASE_REPLICA_URLS is set, but DATABASE_URL is not: the embedded database has no replicas. Set DATABASE_URL to the server that they follow.',
    );
  return isRight ? urls.map(({ href }) => href) : [];
}

/** Reader of environment variables, and a collector of problems. Each problem starts with the name of its setting. */
export interface Source {
  value: (name: string) => string | undefined;
  problem: (text: string) => void;
}

/** Reads comma-separated entries. */
export const readList = ({ value }: Source, name: string): string[] => (value(name) ?? '').split(',').flatMap((part) => part.trim() || []);

export function readWhole({ value, problem }: Source, name: string, fallback: number, min: number, max: number): number {
  const text = value(name);
  if (text === undefined) return fallback;
  if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  problem(`${name} is "${text}", but must be a whole number from ${min} to ${max}.`);
  return fallback;
}

/** Reads a URL. Problems do not quote it, because it may contain a password. */
export function readUrl({ value, problem }: Source, name: string, protocols: string[]): URL | undefined {
  const text = value(name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  // A PostgreSQL address may name a socket instead of a host.
  if (url && protocols.includes(url.protocol) && (url.hostname !== '' || url.protocol.startsWith('postgres'))) return url;
  problem(`${name} must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`);
  return undefined;
}
