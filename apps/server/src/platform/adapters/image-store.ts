import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import type { RegisteredCache } from '../db/caches.ts';
import { isId } from '../ids.ts';
import type { StoredFile } from './file-cache.ts';
import { sync } from './new-file.ts';
import { openFileParts, type PartStore } from './part-store.ts';
import { isDiskFull } from './storage-faults.ts';

export interface ImageStore {
  draft(): Promise<{ folder: string; discard: () => Promise<void> }>;
  /** Moves a finished folder into the store and syncs files and folders to disk. */
  keep(id: string, folder: string): Promise<void>;
  /** Adds files to a stored image and syncs them to disk. Returns false if the image is gone. */
  add(id: string, folder: string): Promise<boolean>;
  read(id: string, file: string): Promise<StoredFile | null>;
  remove(id: string): Promise<void>;
  list(olderThan: Date): AsyncIterable<string[]>;
  /** Returns true if a write would succeed or fail only for lack of space; for /readyz. */
  isWritable(): Promise<boolean>;
  cached?: RegisteredCache;
  readonly parts: PartStore;
}

export const imagesFolder = ({ dataFolder }: Pick<Config, 'dataFolder'>): string => path.join(dataFolder, 'uploads');

export const storedName = /^[1-9]\d{0,4}\.(?:webp|jpeg|avif)$/;
const anHour = 60 * 60 * 1000;

/** Opens a store of files: `{folder}/{first two of the id}/{id}/{width}.{format}`. An image's folder is complete or missing. */
export async function openFileStore(root: string): Promise<ImageStore> {
  const drafts = path.join(root, '.drafts');
  const incoming = path.join(root, '.incoming');
  for (const folder of [drafts, incoming]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await clearLeftovers(folder);
  }
  return {
    async draft() {
      const folder = await mkdtemp(path.join(drafts, 'draft-'));
      return { folder, discard: () => rm(folder, { recursive: true, force: true }) };
    },
    keep: (id, folder) => keepFolder(root, id, folder),
    add: async (id, folder) => addFiles(folderOf(root, id), folder),
    read: async (id, name) => (isId(id) && storedName.test(name) ? readStored(path.join(folderOf(root, id), name)) : null),
    remove: async (id) => rm(folderOf(root, id), { recursive: true, force: true }),
    list: (olderThan) => listOlder(root, olderThan),
    isWritable: () => isWritable(drafts),
    parts: openFileParts(path.join(root, '.parts')),
  };
}

const parentOf = (root: string, id: string): string => path.join(root, id.slice(0, 2));

function folderOf(root: string, id: string): string {
  if (!isId(id)) throw new Error('not the id of an image');
  return path.join(parentOf(root, id), id);
}

async function keepFolder(root: string, id: string, folder: string): Promise<void> {
  const target = folderOf(root, id);
  const parent = parentOf(root, id);
  await syncFilesIn(folder);
  await sync(folder);
  const isNew = await makeFolder(parent);
  await rename(folder, target);
  await sync(parent);
  if (isNew) await sync(root);
}

async function addFiles(target: string, folder: string): Promise<boolean> {
  const names = await syncFilesIn(folder);
  try {
    for (const name of names) await rename(path.join(folder, name), path.join(target, name));
    await sync(target);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function readStored(file: string): Promise<StoredFile | null> {
  try {
    const { size } = await stat(file);
    return { size, stream: () => createReadStream(file) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function* listOlder(root: string, olderThan: Date): AsyncIterable<string[]> {
  for (const name of await readdir(root)) {
    if (!/^[0-9a-f]{2}$/.test(name)) continue;
    const ids = (await readdir(path.join(root, name))).filter(isId);
    const old: string[] = [];
    for (const id of ids) {
      const age = await changedAt(folderOf(root, id));
      if (age !== null && age < olderThan) old.push(id);
    }
    if (old.length > 0) yield old;
  }
}

async function isWritable(folder: string): Promise<boolean> {
  const probe = path.join(folder, `probe-${randomUUID()}`);
  try {
    const handle = await open(probe, 'wx');
    try {
      await handle.writeFile('x');
    } finally {
      await handle.close();
      await rm(probe, { force: true });
    }
    return true;
  } catch (error) {
    // With a full disk, stored images are still served, and everything but uploads works.
    return isDiskFull(error);
  }
}

export interface FilledStore {
  put(id: string, name: string, bytes: Buffer): Promise<void>;
  sync(): Promise<void>;
}

/** Returns a writer for restores. Syncing once at the end is many times faster than per image. */
export function fillFileStore(config: Pick<Config, 'dataFolder'>): FilledStore {
  const root = path.join(config.dataFolder, 'uploads');
  const parents = new Set<string>();
  return {
    async put(id, name, bytes) {
      if (!isId(id) || !storedName.test(name)) throw new Error('not the file of an image');
      const folder = path.join(root, id.slice(0, 2), id);
      parents.add(id.slice(0, 2));
      // Only the server's user may read the folders, the root included.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path.join(folder, name), bytes, { flag: 'wx' });
    },
    async sync() {
      for (const parent of parents) {
        for (const id of await readdir(path.join(root, parent))) {
          const folder = path.join(root, parent, id);
          await Promise.all((await readdir(folder)).map((name) => sync(path.join(folder, name))));
          await sync(folder);
        }
        await sync(path.join(root, parent));
      }
      if (parents.size > 0) await sync(root);
      await sync(config.dataFolder);
    },
  };
}

/** Deletes drafts of killed processes. Another node may be writing drafts younger than an hour. */
async function clearLeftovers(folder: string): Promise<void> {
  const oldest = new Date(Date.now() - anHour);
  for (const name of await readdir(folder)) {
    const age = await changedAt(path.join(folder, name));
    if (age !== null && age < oldest) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** Returns true if created. Not recursive, because a recursive call misreports a read-only file system as a missing parent. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function syncFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const strange = names.find((name) => !storedName.test(name));
  if (strange !== undefined) throw new Error(`a draft contains ${strange}`);
  for (const name of names) await sync(path.join(folder, name));
  return names;
}

async function changedAt(file: string): Promise<Date | null> {
  try {
    return (await stat(file)).mtime;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
