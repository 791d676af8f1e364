import type { StoredObject } from '../../platform/adapters/s3-bucket.ts';
import { type EncryptedBucket, folderOf, imagesPrefix, keyFileName, listBackups, objectOf } from './encrypted-bucket.ts';
import { entryNames, imageAt, type Manifest, type Part } from './manifest.ts';
import { type Archive, damagedArchive, type Entry, listParts, readManifestOrThrow } from './read-archive.ts';
import { type ArchiveWriter, sha256 } from './write-archive.ts';

/** An image file in the bucket. Size and checksum are those of the encrypted object. */
type StoredFile = Pick<Part, 'name' | 'sha256'>;

/** The key contains the checksum, so the list of keys tells what is stored, and a changed object is found. */
const keyOf = ({ name, sha256 }: StoredFile): string => `${name}/${sha256}`;

/** Writes a backup, which is complete once its manifest exists. Image files that the bucket has are neither read nor written again. */
export async function writeBucketArchive(
  bucket: EncryptedBucket,
  backup: string,
): Promise<ArchiveWriter & { listUnnamed(): Promise<Set<string>> }> {
  const stored = readStoredFiles(bucket);
  let written = 0;
  const put = async (key: string, encrypted: Buffer): Promise<void> => {
    await bucket.put(key, encrypted);
    written += encrypted.length;
  };
  const add = async (name: string, bytes: Buffer): Promise<Part> => {
    await put(objectOf(backup, name), bucket.encrypt(bytes));
    return { name, size: bytes.length, sha256: sha256(bytes) };
  };
  await put(folderOf(backup) + keyFileName, bucket.keyFile);
  return {
    add,
    async addImage(id, files) {
      const known = new Map<string, Part>();
      for (const part of await stored.take(id)) {
        if (known.has(part.name)) stored.leave(part);
        else known.set(part.name, part);
      }
      const parts = await Promise.all(
        files.map(async ({ file, read }) => {
          const name = entryNames.image(id, file);
          const part = known.get(name);
          known.delete(name);
          if (part) return part;
          const bytes = await read();
          if (bytes === null) return null;
          const encrypted = bucket.encrypt(bytes);
          const added = { name, size: encrypted.length, sha256: sha256(encrypted) };
          await put(keyOf(added), encrypted);
          return added;
        }),
      );
      for (const part of known.values()) stored.leave(part);
      return parts;
    },
    async finish(manifest) {
      await add(entryNames.manifest, Buffer.from(JSON.stringify(manifest)));
      return written;
    },
    /** Returns the keys of image files that are in the bucket, but not in this backup. */
    listUnnamed: () => stored.finish(),
  };
}

export const bucketArchive = (bucket: EncryptedBucket, backup: string): Archive => ({
  read: ({ skipImages = false } = {}) => readBucket(bucket, backup, skipImages),
});

/** Number of image files that are fetched at the same time. */
const concurrency = 8;

async function* readBucket(bucket: EncryptedBucket, backup: string, skipImages: boolean): AsyncGenerator<Entry, Manifest> {
  const manifest = readManifestOrThrow(await fetchEntry(bucket, backup, entryNames.manifest));
  const stored = readStoredFiles(bucket);
  for (const part of listParts(manifest)) {
    const bytes = await fetchEntry(bucket, backup, part.name);
    if (bytes.length !== part.size || sha256(bytes) !== part.sha256) throw damagedArchive(`${part.name} was changed`);
    const files = part.name.startsWith('sums/') ? parseSums(bytes) : [];
    if (skipImages) await requireStored(stored, files);
    else
      for (let first = 0; first < files.length; first += concurrency)
        yield* await Promise.all(files.slice(first, first + concurrency).map((file) => fetchImage(bucket, file)));
    yield { name: part.name, bytes };
  }
  return manifest;
}

const parseSums = (bytes: Buffer): StoredFile[] =>
  bytes
    .toString('latin1')
    .split('\n')
    .slice(0, -1)
    .map((line) => ({ sha256: line.slice(0, 64), name: line.slice(66) }));

async function fetchEntry(bucket: EncryptedBucket, backup: string, entry: string): Promise<Buffer> {
  const key = objectOf(backup, entry);
  const encrypted = await bucket.get(key);
  if (encrypted === null) throw damagedArchive(`${key} is missing`);
  return bucket.decrypt(key, encrypted);
}

async function fetchImage(bucket: EncryptedBucket, file: StoredFile): Promise<Entry> {
  const key = keyOf(file);
  const encrypted = await bucket.get(key);
  if (encrypted === null) throw damagedArchive(`${key} is missing`);
  if (sha256(encrypted) !== file.sha256) throw damagedArchive(`${key} was changed`);
  return { name: file.name, bytes: bucket.decrypt(key, encrypted) };
}

async function requireStored(stored: StoredFiles, files: readonly StoredFile[]): Promise<void> {
  let image = { id: '', keys: new Set<string>() };
  for (const file of files) {
    const id = imageAt(file.name)?.id ?? '';
    if (id !== image.id) image = { id, keys: new Set((await stored.take(id)).map(keyOf)) };
    if (!image.keys.has(keyOf(file))) throw damagedArchive(`${keyOf(file)} is missing`);
  }
}

/**
 * Deletes all but the newest backups, incomplete ones, and those of the unnamed image files that no kept backup names. Returns the names of
 * deleted backups. No other backup may be written meanwhile.
 */
export async function deleteOldBackups(bucket: EncryptedBucket, keep: number, unnamed: Set<string>): Promise<string[]> {
  const backups = await listBackups(bucket);
  const kept = backups.filter(({ isComplete }) => isComplete).slice(0, keep);
  const deleted = backups.filter((backup) => !kept.includes(backup));
  for (const { name } of deleted) {
    // The manifest first, because a backup without it is incomplete.
    await bucket.delete([objectOf(name, entryNames.manifest)]);
    const keys: string[] = [];
    for await (const { Key } of bucket.list(folderOf(name))) keys.push(Key);
    await bucket.delete(keys);
  }
  for (const { name } of unnamed.size > 0 ? kept : [])
    for (const { name: sums } of readManifestOrThrow(await fetchEntry(bucket, name, entryNames.manifest)).pictures.sums)
      for (const file of parseSums(await fetchEntry(bucket, name, sums))) unnamed.delete(keyOf(file));
  await bucket.delete([...unnamed]);
  return deleted.map(({ name }) => name);
}

/** Limits memory. Further unnamed files are deleted after the next backups. */
const maxUnnamed = 50_000;
/** Sorts after every id. */
const lastId = '~';

interface StoredFiles {
  /** Returns the files of an image. Called with ascending ids, which is the order of keys, so that memory does not grow with the images. */
  take(id: string): Promise<Part[]>;
  /** Adds a file to the unnamed ones. */
  leave(file: StoredFile): void;
  /** Reads to the end. Returns the keys of all files that were left or not taken. */
  finish(): Promise<Set<string>>;
}

function readStoredFiles(bucket: EncryptedBucket): StoredFiles {
  const listing = bucket.list(imagesPrefix);
  const unnamed = new Set<string>();
  let next: Part | null | undefined;
  const peek = async (): Promise<Part | null> => {
    while (next === undefined) {
      const { done, value } = await listing.next();
      if (done) next = null;
      else next = partAt(value);
    }
    return next;
  };
  const leave = (file: StoredFile): void => {
    if (unnamed.size < maxUnnamed) unnamed.add(keyOf(file));
  };
  async function take(id: string): Promise<Part[]> {
    const taken: Part[] = [];
    for (let part = await peek(); part !== null; part = await peek()) {
      const partId = imageAt(part.name)?.id ?? '';
      if (partId > id) break;
      if (partId === id) taken.push(part);
      else leave(part);
      next = undefined;
    }
    return taken;
  }
  return {
    take,
    leave,
    async finish() {
      await take(lastId);
      return unnamed;
    },
  };
}

/** Returns undefined for an object that no backup made. */
function partAt({ Key, Size }: StoredObject): Part | undefined {
  const [, name = '', sum = ''] = /^(.+)\/([0-9a-f]{64})$/.exec(Key) ?? [];
  return imageAt(name) ? { name, sha256: sum, size: Size } : undefined;
}
