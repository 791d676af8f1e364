import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isId } from '../ids.ts';
import { sync } from './new-file.ts';

/** Private objects that exist only for a while, such as parts of an uploaded archive. Keys are an owner's id and a name. */
export interface PartStore {
  /** Moves a file into the store and syncs it to disk. Replaces an object of the same name. */
  put(owner: string, name: string, file: string): Promise<void>;
  /** Returns the bytes from `start` up to `end`, exclusive. Throws with the code ENOENT if there is no such object. */
  read(owner: string, name: string, start: number, end: number): Promise<Buffer>;
  /** Deletes all objects of an owner. */
  remove(owner: string): Promise<void>;
  /** Lists the owners of stored objects. */
  list(): AsyncIterable<string>;
}

export const partName = /^\d{1,3}-\d{1,5}$/;

export function openFileParts(root: string): PartStore {
  const folderOf = (owner: string): string => {
    requirePart(owner);
    return path.join(root, owner);
  };
  return {
    async put(owner, name, file) {
      requirePart(owner, name);
      await sync(file);
      const isNew = (await mkdir(folderOf(owner), { recursive: true, mode: 0o700 })) !== undefined;
      await rename(file, path.join(folderOf(owner), name));
      await sync(folderOf(owner));
      if (isNew) for (const folder of [root, path.dirname(root)]) await sync(folder);
    },
    async read(owner, name, start, end) {
      requirePart(owner, name);
      const handle = await open(path.join(folderOf(owner), name), 'r');
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(end - start), 0, end - start, start);
        if (bytesRead < end - start) throw Object.assign(new Error('a part is shorter than was received'), { code: 'EIO' });
        return buffer;
      } finally {
        await handle.close();
      }
    },
    remove: (owner) => rm(folderOf(owner), { recursive: true, force: true }),
    async *list() {
      for (const owner of await readdir(root).catch(() => [])) if (isId(owner)) yield owner;
    },
  };
}

export function requirePart(owner: string, name?: string): void {
  if (!isId(owner) || (name !== undefined && !partName.test(name))) throw new Error('not the name of a part');
}
