import { statfs } from 'node:fs/promises';
import type { Logger } from './log.ts';

/** In bytes. */
export interface Space {
  total: number;
  /** What this user may still write. */
  free: number;
}

/** The file system that images live on: how much room it has, and what uploads under way are going to take of it. */
export interface StorageSpace {
  /** At most a second old. Null where the file system does not tell. */
  read(): Promise<Space | null>;
  /** Sets bytes aside for what is about to be received. Null: that would go below the reserve. Release it once the files are where they stay. */
  claim(bytes: number): Promise<Claim | null>;
  /** Logs what the file system refused: the first at once, then at most once a minute, with how many there were. */
  logRefusal(error: unknown): void;
}

export interface Claim {
  release(): void;
}

/**
 * What images leave free. On most servers the database is on the same disk: it stops, and may not start again, once it cannot
 * write. A gigabyte is what its log may grow by; of a disk smaller than 20 GB it is a twentieth.
 */
export const reserveOf = (total: number): number => Math.min(1024 ** 3, total / 20);

export interface StorageSpaceOptions {
  /** Asks the file system. Tests bring one of any size. */
  measure?: () => Promise<Space>;
  /** Milliseconds for which an answer is good. */
  keep?: number;
}

export function openStorageSpace(folder: string, log: Logger, options: StorageSpaceOptions = {}): StorageSpace {
  const { measure = () => measureSpace(folder), keep = 1_000 } = options;
  let known: { at: number; space: Promise<Space | null> } | null = null;
  let claimed = 0;
  const refusals = { unlogged: 0, loggedAt: -Infinity };

  const read = (): Promise<Space | null> => {
    if (known === null || performance.now() - known.at > keep) {
      // A file system that is out of order says so when it is written to.
      const space = measure().then(
        (found) => (found.total > 0 ? found : null),
        () => null,
      );
      known = { at: performance.now(), space };
    }
    return known.space;
  };

  return {
    read,
    async claim(bytes) {
      const space = await read();
      if (space !== null && space.free - claimed - bytes < reserveOf(space.total)) return null;
      claimed += bytes;
      let isClaimed = true;
      return {
        release() {
          if (isClaimed) claimed -= bytes;
          isClaimed = false;
          // What it wrote is to be seen by the next.
          known = null;
        },
      };
    },
    logRefusal(error) {
      refusals.unlogged += 1;
      if (performance.now() - refusals.loggedAt < 60_000) return;
      log.error({ err: error, refused: refusals.unlogged, folder }, 'pictures are refused: their store is full or out of order');
      refusals.unlogged = 0;
      refusals.loggedAt = performance.now();
    },
  };
}

/** What may still be written there. Some file systems do not tell, such as shares and some of containers: whoever writes finds out. */
export async function measureFree(folder: string): Promise<number> {
  const { total, free } = await measureSpace(folder);
  return total > 0 ? free : Infinity;
}

export async function measureSpace(folder: string): Promise<Space> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { total: blocks * bsize, free: bavail * bsize };
}
