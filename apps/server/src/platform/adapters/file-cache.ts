import { createReadStream, openSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

/** A file of an image: its size in bytes, and its content as often as it is asked for. */
export interface StoredFile {
  size: number;
  stream: () => Readable;
}

/** Copies on this machine's disk of files that are kept elsewhere and never change. */
export interface FileCache {
  /** The file of that name, fetched if it is not here; asked for many times at once it is fetched once. Null: there is none. */
  read(name: string, fetch: () => Promise<Buffer | null>): Promise<StoredFile | null>;
  /** Drops the files whose names begin so. */
  forget(prefix: string): Promise<void>;
  /** How many are kept now, and how large they are together. */
  readonly files: number;
  readonly bytes: number;
}

/**
 * Keeps at most `most` bytes, and drops first what was used longest ago. The folder is the cache's alone, and empty when it is opened. Where its disk
 * cannot be written, files are served from memory.
 */
export async function openFileCache(folder: string, most: number): Promise<FileCache> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  /** Sizes by name, in the order in which they were last used. */
  const kept = new Map<string, number>();
  const fetching = new Map<string, Promise<StoredFile | null>>();
  const pathOf = (name: string): string => path.join(folder, name.replaceAll('/', '_'));
  let bytes = 0;
  let drafts = 0;

  const drop = (name: string): Promise<void> => {
    bytes -= kept.get(name) ?? 0;
    kept.delete(name);
    return rm(pathOf(name), { force: true });
  };

  async function keep(name: string, content: Buffer): Promise<boolean> {
    if (!(await writeWhole(path.join(folder, `.draft-${(drafts += 1)}`), pathOf(name), content))) return false;
    kept.set(name, content.length);
    bytes += content.length;
    const dropped: Promise<void>[] = [];
    for (const oldest of kept.keys()) {
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
      return kept.size;
    },
    get bytes() {
      return bytes;
    },
    async read(name, fetch) {
      const size = kept.get(name);
      if (size !== undefined) {
        kept.delete(name);
        kept.set(name, size);
        return { size, stream: () => streamOf(pathOf(name), fetch) };
      }
      const under = fetching.get(name) ?? fetchInto(name, fetch).finally(() => fetching.delete(name));
      fetching.set(name, under);
      return under;
    },
    async forget(prefix) {
      await Promise.all([...kept.keys()].filter((name) => name.startsWith(prefix)).map(drop));
    },
  };
}

/** Written under another name first, so that no part of it is ever read. Whether it could be written. */
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

/** Once it is open, dropping the file does not end the stream. Whoever asks late finds it gone, and fetches it. */
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
