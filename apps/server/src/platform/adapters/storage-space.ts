import { statfs } from 'node:fs/promises';
import type { Logger } from './log.ts';

export interface Space {
  total: number;
  free: number;
}

/** Free space of the images' file system, and reservations of uploads under way. */
export interface StorageSpace {
  /** Returns the free space, measured at most a second ago; null if unknown. */
  read(): Promise<Space | null>;
  /** Reserves bytes for an upload; null if less than `reserveOf` would stay free. Release the claim after storing the files. */
  claim(bytes: number): Promise<Claim | null>;
  /** Logs a write error at most once a minute, with the number of errors. */
  logRefusal(error: unknown): void;
}

export interface Claim {
  release(): void;
}

/**
 * Returns the bytes that images leave free: a gigabyte for the database's WAL, or a twentieth of a smaller disk. The database is usually on
 * the same disk and may not start on a full one.
 */
export const reserveOf = (total: number): number => Math.min(1024 ** 3, total / 20);

/** Bytes to claim per received byte of an image: all widths and formats of a photo take up to three times its size. */
export const roomPerByte = 1 + 3;

export interface StorageSpaceOptions {
  measure?: () => Promise<Space>;
  keep?: number;
}

export function openStorageSpace(folder: string, log: Logger, options: StorageSpaceOptions = {}): StorageSpace {
  const { measure = () => measureSpace(folder), keep = 1_000 } = options;
  let cached: { at: number; space: Promise<Space | null> } | null = null;
  let claimed = 0;
  const refusals = { unlogged: 0, loggedAt: -Infinity };

  const read = (): Promise<Space | null> => {
    if (cached === null || performance.now() - cached.at > keep) {
      // Null if the file system fails; writes report the error.
      const space = measure().then(
        (measured) => (measured.total > 0 ? measured : null),
        () => null,
      );
      cached = { at: performance.now(), space };
    }
    return cached.space;
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
          // The next claim must count the stored files.
          cached = null;
        },
      };
    },
    logRefusal(error) {
      refusals.unlogged += 1;
      if (performance.now() - refusals.loggedAt < 60_000) return;
      log.error({ err: error, refused: refusals.unlogged, folder }, 'images are refused: their store is full or cannot be written');
      refusals.unlogged = 0;
      refusals.loggedAt = performance.now();
    },
  };
}

/** Returns the free bytes, or Infinity if unknown, as on some shares and containers. */
export async function measureFree(folder: string): Promise<number> {
  const { total, free } = await measureSpace(folder);
  return total > 0 ? free : Infinity;
}

export async function measureSpace(folder: string): Promise<Space> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { total: blocks * bsize, free: bavail * bsize };
}
