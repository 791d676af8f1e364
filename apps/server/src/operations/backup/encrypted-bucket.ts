import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { deleteAll, fetchObject, listAll, openBucket, putObject, type StoredObject } from '../../platform/adapters/s3-bucket.ts';
import type { BackupBucket } from '../../platform/config-storage.ts';
import { entryNames } from './manifest.ts';
import { damagedArchive } from './read-archive.ts';

/** Bucket of backups. Each object is encrypted; docs/decisions/0032 explains the layout. */
export interface EncryptedBucket {
  encrypt(bytes: Buffer): Buffer;
  /** Throws DamagedArchive if the object was changed. */
  decrypt(key: string, encrypted: Buffer): Buffer;
  put(key: string, bytes: Buffer): Promise<unknown>;
  get(key: string): Promise<Buffer | null>;
  list: (prefix: string) => AsyncGenerator<StoredObject>;
  delete(keys: readonly string[]): Promise<void>;
  /** The key of all objects, encrypted with the passphrase. Each backup has a copy, because everything depends on it. */
  keyFile: Buffer;
}

export const keyFileName = 'key';
export const imagesPrefix = 'pictures/';
export const folderOf = (backup: string): string => `backups/${backup}/`;
export const objectOf = (backup: string, entry: string): string => folderOf(backup) + entry;

/** In milliseconds: a part of 8 MB on a line of 0.3 Mbit/s. */
const requestTimeout = 4 * 60_000;

/** Opens the bucket with its key file, or with the copy in its newest backup. `create` makes the key of an empty bucket. Throws if the passphrase is wrong. */
export async function openEncryptedBucket({ s3, passphrase }: BackupBucket, { create = false } = {}): Promise<EncryptedBucket> {
  const bucket = openBucket(s3, requestTimeout);
  const put = (key: string, bytes: Buffer): Promise<unknown> => putObject(bucket, key, bytes, 'application/octet-stream');
  const list = (prefix: string): AsyncGenerator<StoredObject> => listAll(bucket, prefix);

  async function findKey(): Promise<KeyFile> {
    const folders = (await listBackups({ list })).slice(0, 1).map(({ name }) => folderOf(name));
    let isFound = false;
    for (const folder of ['', ...folders]) {
      const file = await fetchObject(bucket, folder + keyFileName);
      isFound ||= file !== null;
      const key = file && (await openKey(file, passphrase));
      if (key) return { file, key };
    }
    if (isFound)
      throw new Error(
        `The passphrase is wrong: it does not open the backups in ${describeBucket(s3)}. Check BACKUP_PASSPHRASE; nothing was changed.`,
      );
    if (!create) throw new Error(`There are no backups in ${describeBucket(s3)}. Check BACKUP_S3_ENDPOINT and BACKUP_S3_BUCKET.`);
    for await (const { Key } of list(imagesPrefix))
      throw new Error(`The key of ${describeBucket(s3)} is lost, but ${Key} was encrypted with it. Empty the bucket, or name another one.`);
    const created = await createKey(passphrase);
    await put(keyFileName, created.file);
    return created;
  }

  const { file: keyFile, key } = await findKey();
  return {
    encrypt: (bytes) => encrypt(key, bytes),
    decrypt(name, encrypted) {
      const bytes = decrypt(key, encrypted);
      if (bytes === null) throw damagedArchive(`${name} was changed`);
      return bytes;
    },
    put,
    get: (name) => fetchObject(bucket, name),
    list,
    delete: (keys) =>
      deleteAll(
        bucket,
        keys.map((Key) => ({ Key })),
      ),
    keyFile,
  };
}

interface KeyFile {
  /** Salt of the passphrase, then the encrypted key. */
  file: Buffer;
  key: Buffer;
}

const [saltLength, nonceLength, tagLength] = [16, 12, 16];

async function createKey(passphrase: string): Promise<KeyFile> {
  const [salt, key] = [randomBytes(saltLength), randomBytes(32)];
  return { file: Buffer.concat([salt, encrypt(await derive(passphrase, salt), key)]), key };
}

/** Returns null if the passphrase is wrong, or if the file was changed. */
const openKey = async (file: Buffer, passphrase: string): Promise<Buffer | null> =>
  decrypt(await derive(passphrase, file.subarray(0, saltLength)), file.subarray(saltLength));

/** Takes 64 MB of memory and about 0.2 s. */
const derive = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)(passphrase.normalize(), salt, 32, {
    ...{ N: 2 ** 16, r: 8, p: 1 },
    maxmem: 128 * 1024 ** 2,
  });

/** AES-256-GCM: nonce, encrypted bytes, tag. A key is safe for 2^32 random nonces. */
function encrypt(key: Buffer, bytes: Buffer): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Returns null if a byte was changed, or for another key. */
function decrypt(key: Buffer, encrypted: Buffer): Buffer | null {
  if (encrypted.length < nonceLength + tagLength) return null;
  const end = encrypted.length - tagLength;
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAuthTag(encrypted.subarray(end));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(nonceLength, end)), decipher.final()]);
  } catch {
    return null;
  }
}

export const describeBucket = ({ bucket, endpoint }: BackupBucket['s3']): string => `bucket ${bucket} at ${endpoint.host}`;

export interface StoredBackup {
  name: string;
  bytes: number;
  /** False while the backup is written, and after it was killed. */
  isComplete: boolean;
}

export const nameAt = (time: Date): string => `mbari-${time.toISOString().slice(0, 16).replace(':', '')}Z`;
export const backupName = /^mbari-\d{4}-\d{2}-\d{2}T\d{4}Z$/;

/** Returns the backups of the bucket, newest first. Folders with other names are not ours. */
export async function listBackups(bucket: Pick<EncryptedBucket, 'list'>): Promise<StoredBackup[]> {
  const backups = new Map<string, StoredBackup>();
  for await (const { Key, Size } of bucket.list('backups/')) {
    const name = Key.split('/')[1] ?? '';
    if (!backupName.test(name)) continue;
    const backup = backups.get(name) ?? { name, bytes: 0, isComplete: false };
    backups.set(name, {
      ...backup,
      bytes: backup.bytes + Size,
      isComplete: backup.isComplete || Key === objectOf(name, entryNames.manifest),
    });
  }
  return [...backups.values()].sort((one, other) => (one.name < other.name ? 1 : -1));
}
