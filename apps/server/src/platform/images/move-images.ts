import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ImageStore } from '../adapters/image-store.ts';
import type { Database } from '../db/database.ts';
import { type ImageFiles, listImageFiles } from './queries.ts';

export interface Moved {
  written: number;
  there: number;
  /** Files missing in the source: `{id}/{name}`. */
  missing: string[];
}

export interface MoveOptions {
  signal?: AbortSignal;
  onProgress?: (text: string) => void;
}

/**
 * Copies all image files to another store and compares SHA-256. Keeps the source. A repeated call skips identical files. May miss images
 * posted during the call. Throws if a store does not answer.
 */
export async function moveImages(db: Database, from: ImageStore, to: ImageStore, { signal, onProgress }: MoveOptions = {}): Promise<Moved> {
  const moved: Moved = { written: 0, there: 0, missing: [] };
  let after = '';
  for (;;) {
    const images = await listImageFiles(db, after);
    const last = images.at(-1);
    if (last === undefined) return moved;
    after = last.id;
    for (const image of images) {
      signal?.throwIfAborted();
      await moveOne(image, from, to, moved);
    }
    onProgress?.(`Images: ${moved.written} copied, ${moved.there} already present`);
  }
}

async function moveOne({ id, files }: ImageFiles, from: ImageStore, to: ImageStore, moved: Moved): Promise<void> {
  const contents = await Promise.all(files.map(async (name) => ({ name, bytes: await readAll(from, id, name) })));
  const existing = contents.filter((file): file is { name: string; bytes: Buffer } => file.bytes !== null);
  moved.missing.push(...contents.filter(({ bytes }) => bytes === null).map(({ name }) => `${id}/${name}`));
  if (existing.length === 0) return;
  if (await areThere(to, id, existing)) {
    moved.there += 1;
    return;
  }
  await to.remove(id);
  const draft = await to.draft();
  try {
    await Promise.all(existing.map(({ name, bytes }) => writeFile(path.join(draft.folder, name), bytes)));
    await to.keep(id, draft.folder);
  } finally {
    await draft.discard();
  }
  if (!(await areThere(to, id, existing))) throw new Error(`${id} was written, but reads differently.`);
  moved.written += 1;
}

const areThere = async (store: ImageStore, id: string, files: readonly { name: string; bytes: Buffer }[]): Promise<boolean> =>
  (
    await Promise.all(
      files.map(async ({ name, bytes }) => {
        const storedBytes = await readAll(store, id, name);
        return storedBytes !== null && sha256(storedBytes) === sha256(bytes);
      }),
    )
  ).every(Boolean);

async function readAll(store: ImageStore, id: string, name: string): Promise<Buffer | null> {
  const file = await store.read(id, name);
  return file && buffer(file.stream());
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
