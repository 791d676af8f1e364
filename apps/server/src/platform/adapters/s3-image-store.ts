import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type S3mini, S3ServiceError } from 's3mini';
import type { S3Config } from '../config-storage.ts';
import type { Config } from '../config.ts';
import { isId } from '../ids.ts';
import { openFileCache } from './file-cache.ts';
import { type FilledStore, fillFileStore, imagesFolder, type ImageStore, openFileStore, storedName } from './image-store.ts';
import { type PartStore, requirePart } from './part-store.ts';
import { deleteAll, fetchObject, listAll, openBucket, putObject, withRetries } from './s3-bucket.ts';

const prefix = 'images/';
const keyOf = (id: string, name: string): string => `${prefix}${id}/${name}`;
const bounds = { cachedBytes: 512 * 1024 * 1024, perPage: 1_000 };

/**
 * Opens a store in a private S3 bucket: `images/{id}/{width}.{format}`. Uploads are encoded in `drafts`, a local file store. Reads are cached
 * on disk. Errors have the code EIO if the bucket does not answer, EDQUOT if it is full.
 */
export async function openS3Store(
  config: S3Config,
  drafts: ImageStore,
  folder: string,
  { cachedBytes, perPage } = bounds,
): Promise<ImageStore> {
  const bucket = openBucket(config);
  const cache = await openFileCache(path.join(folder, '.cache'), cachedBytes);
  return {
    draft: () => drafts.draft(),
    async keep(id, draft) {
      requireId(id);
      await putAll(bucket, id, draft);
      await rm(draft, { recursive: true, force: true });
    },
    async add(id, draft) {
      requireId(id);
      const objects = await withRetries(() => bucket.listObjects('/', `${prefix}${id}/`, 1));
      if (!objects?.length) return false;
      await putAll(bucket, id, draft);
      return true;
    },
    read: async (id, name) =>
      isId(id) && storedName.test(name) ? cache.read(`${id}/${name}`, () => fetchObject(bucket, keyOf(id, name))) : null,
    async remove(id) {
      requireId(id);
      await cache.forget(`${id}/`);
      const objects = await withRetries(() => bucket.listObjects('/', `${prefix}${id}/`));
      await deleteAll(bucket, objects ?? []);
    },
    list: (olderThan) => listOlder(bucket, olderThan, perPage),
    // Checks only the local folder: without the bucket images fail, but all nodes must stay ready.
    isWritable: () => drafts.isWritable(),
    cached: { name: 'image_files', most: { bytes: cachedBytes }, size: () => ({ entries: cache.files, bytes: cache.bytes }) },
    parts: openParts(bucket),
  };
}

/** Objects `parts/{owner}/{name}`. */
function openParts(bucket: S3mini): PartStore {
  const keyOfPart = (owner: string, name: string): string => {
    requirePart(owner, name || undefined);
    return `parts/${owner}/${name}`;
  };
  return {
    async put(owner, name, file) {
      await putObject(bucket, keyOfPart(owner, name), await readFile(file), 'application/octet-stream');
      await rm(file, { force: true });
    },
    async read(owner, name, start, end) {
      const bytes = await withRetries(async () =>
        Buffer.from(await (await bucket.getObjectRaw(keyOfPart(owner, name), false, start, end)).arrayBuffer()),
      ).catch((error: Error) => {
        const isMissing = error.cause instanceof S3ServiceError && error.cause.status === 404;
        throw isMissing ? Object.assign(error, { code: 'ENOENT' }) : error;
      });
      if (bytes.length !== end - start) throw Object.assign(new Error('a part is shorter than was received'), { code: 'EIO' });
      return bytes;
    },
    async remove(owner) {
      const objects = await withRetries(() => bucket.listObjects('/', keyOfPart(owner, '')));
      await deleteAll(bucket, objects ?? []);
    },
    async *list() {
      let last: string | undefined;
      for await (const { Key } of listAll(bucket, 'parts/')) {
        const owner = Key.split('/')[1];
        if (owner !== undefined && owner !== last && isId(owner)) yield owner;
        last = owner;
      }
    },
  };
}

function fillS3Store(config: S3Config): FilledStore {
  const bucket = openBucket(config);
  return {
    async put(id, name, bytes) {
      requireId(id);
      if (!storedName.test(name)) throw new Error('not the file of an image');
      await putObject(bucket, keyOf(id, name), bytes);
    },
    sync: () => Promise.resolve(),
  };
}

type StoreConfig = Pick<Config, 'dataFolder' | 's3'>;

export async function openImageStore(config: StoreConfig): Promise<ImageStore> {
  const files = await openFileStore(imagesFolder(config));
  return config.s3 ? openS3Store(config.s3, files, imagesFolder(config)) : files;
}

export const fillImageStore = (config: StoreConfig): FilledStore => (config.s3 ? fillS3Store(config.s3) : fillFileStore(config));

/** Uploads all files of a folder in parallel. After a failure the caller removes the image. */
async function putAll(bucket: S3mini, id: string, draft: string): Promise<void> {
  const names = await readdir(draft);
  const strange = names.find((name) => !storedName.test(name));
  if (strange !== undefined) throw new Error(`a draft contains ${strange}`);
  const results = await Promise.allSettled(
    names.map(async (name) => putObject(bucket, keyOf(id, name), await readFile(path.join(draft, name)))),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Yields images whose files are all older than `olderThan`. Keys are sorted, so an image's files are adjacent. */
async function* listOlder(bucket: S3mini, olderThan: Date, perPage: number): AsyncIterable<string[]> {
  let token: string | undefined;
  let last = { id: '', isOld: false };
  do {
    const page = await withRetries(() => bucket.listObjectsPaged('/', prefix, perPage, token));
    const old: string[] = [];
    for (const { Key, LastModified } of page?.objects ?? []) {
      const id = Key.slice(prefix.length).split('/')[0] ?? '';
      if (id !== last.id) {
        if (last.isOld) old.push(last.id);
        last = { id, isOld: isId(id) };
      }
      if (new Date(LastModified) >= olderThan) last.isOld = false;
    }
    token = page?.nextContinuationToken;
    if (token === undefined && last.isOld) old.push(last.id);
    if (old.length > 0) yield old;
  } while (token !== undefined);
}

function requireId(id: string): void {
  if (!isId(id)) throw new Error('not the id of an image');
}
