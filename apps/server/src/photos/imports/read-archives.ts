import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as limits from '@mbari/contract/platform/limits';
import { fetchFile, NotFetched } from '../../platform/adapters/fetch-file.ts';
import type { Context } from '../../platform/context.ts';
import type { ImportMedia } from '../table.ts';
import { openEntry, openZip, type ReadRange } from './archive.ts';
import type { FileRow } from './queries.ts';

/** Name of the part at an offset of an archive. */
export const partOf = (file: number, offset: number): string => `${file}-${Math.floor(offset / limits.importPartBytes)}`;

/** Error: the archives are no longer stored, as after a restore. */
export class ArchiveGone extends Error {}

function goneIfMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new ArchiveGone(error.message, { cause: error }) : error;
}

/** Returns a reader of the stored parts of one archive. */
export const readerOf =
  ({ store }: Pick<Context, 'store'>, importId: string, file: number): ReadRange =>
  async (start, end) => {
    const pieces: Buffer[] = [];
    for (let at = start; at < end;) {
      const partStart = at - (at % limits.importPartBytes);
      const until = Math.min(end, partStart + limits.importPartBytes);
      pieces.push(await store.parts.read(importId, partOf(file, at), at - partStart, until - partStart).catch(goneIfMissing));
      at = until;
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  };

/** Error: an image cannot be taken from its archive or fetched. A retry would fail again. */
export class ImageUnavailable extends Error {
  readonly reason: 'imageDamaged' | 'importNotFetched';
  constructor(reason: 'imageDamaged' | 'importNotFetched', cause: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Writes the images of an item into a folder. Returns their paths. Throws ImageUnavailable. */
export async function saveMedia(
  context: Context,
  { id, files }: { id: string; files: readonly FileRow[] },
  media: readonly ImportMedia[],
  folder: string,
): Promise<string[]> {
  const paths: string[] = [];
  for (const [n, one] of media.entries()) {
    const file = path.join(folder, `source-${n}`);
    if ('url' in one) await fetchImage(one.url, file);
    else await extract(readerOf(context, id, one.file), files[one.file]!.bytes, one, file);
    paths.push(file);
  }
  return paths;
}

async function fetchImage(url: string, file: string): Promise<void> {
  try {
    await fetchFile(url, file, limits.importImageBytes);
  } catch (error) {
    throw error instanceof NotFetched ? new ImageUnavailable('importNotFetched', error) : error;
  }
}

async function extract(read: ReadRange, bytes: number, entry: Exclude<ImportMedia, { url: string }>, file: string): Promise<void> {
  try {
    const zip = await openZip(read, bytes);
    try {
      await pipeline(await openEntry(zip, entry), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof ArchiveGone) throw error;
    // Errors of the store and the disk have the code of a system error. They may pass.
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined || code.startsWith('Z_') ? new ImageUnavailable('imageDamaged', error) : error;
  }
}
