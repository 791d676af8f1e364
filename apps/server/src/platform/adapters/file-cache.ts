import { createReadStream, openSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

/** Size of an image file, and a function that opens a new stream. */
export interface StoredFile {
  size: number;
  stream: () => Readable;
}

/** Disk cache of remote files that never change. */
export interface FileCache {
  /** Returns the cached file or fetches it. Concurrent calls share one fetch. Null if the file does not exist. */
  read(name: string, fetch: () => Promise<Buffer | null>): Promise<StoredFile | null>;
  forget(prefix: string): Promise<void>;
  readonly files: number;
  readonly bytes: number;
}

/** Opens an LRU cache of at most `most` bytes and empties its folder. Serves files from memory if the disk is not writable. */
export async function openFileCache(folder: string, most: number): Promise<FileCache> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sizes = new Map<string, number>();
  const fetching = new Map<string, Promise<StoredFile | null>>();
  const pathOf = (name: string): string => path.join(folder, name.replaceAll('/', '_'));
  let bytes = 0;
  let drafts = 0;

  const drop = (name: string): Promise<void> => {
    bytes -= sizes.get(name) ?? 0;
    sizes.delete(name);
    return rm(pathOf(name), { force: true });
  };

  async function keep(name: string, content: Buffer): Promise<boolean> {
    if (!(await writeWhole(path.join(folder, `.draft-${(drafts += 1)}`), pathOf(name), content))) return false;
    sizes.set(name, content.length);
    bytes += content.length;
    const dropped: Promise<void>[] = [];
    for (const oldest of sizes.keys()) {
      if (bytes <= most || oldest === name) break;
      dropped.push(drop(oldest));
    }
    await Promise.all(dropped);
    return true;
  }

  async function fetchInto(name: string, fetch: () => Promise<Buffer | null>): Promise<StoredFile | null> {
    const content = await fetch();
    if (content === null) return null;
    return content.length <= most && (await keep(name, content))
      ? { size: content.length, stream: () => streamOf(pathOf(name), fetch) }
      : { size: content.length, stream: () => Readable.from([content], { objectMode: false }) };
  }

  return {
    get files() {
      return sizes.size;
    },
    get bytes() {
      return bytes;
    },
    async read(name, fetch) {
      const size = sizes.get(name);
      if (size !== undefined) {
        sizes.delete(name);
        sizes.set(name, size);
        return { size, stream: () => streamOf(pathOf(name), fetch) };
      }
      const under = fetching.get(name) ?? fetchInto(name, fetch).finally(() => fetching.delete(name));
      fetching.set(name, under);
      return under;
    },
    async forget(prefix) {
      await Promise.all([...sizes.keys()].filter((name) => name.startsWith(prefix)).map(drop));
    },
  };
}

/** Writes to a draft and renames it. Returns false if that fails. */
async function writeWhole(draft: string, file: string, content: Buffer): Promise<boolean> {
  try {
    await writeFile(draft, content, { flag: 'wx' });
    await rename(draft, file);
    return true;
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
    return false;
  }
}

/** Opens a cached file, readable even if evicted meanwhile. Fetches an already evicted file again. */
function streamOf(file: string, fetch: () => Promise<Buffer | null>): Readable {
  try {
    return createReadStream(file, { fd: openSync(file, 'r') });
  } catch {
    return Readable.from(
      (async function* () {
        const content = await fetch();
        if (content === null) throw new Error('the file is gone');
        yield content;
      })(),
      { objectMode: false },
    );
  }
}
