import { createWriteStream } from 'node:fs';
import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import { saveImagesOfMany, type StoredImage, storeImageWhenFree } from '../../platform/images/store-image.ts';
import { Refusal } from '../../platform/refusal.ts';
import { openExport } from './open-export.ts';
import * as queries from './queries.ts';
import type { Watched } from './source.ts';

/** Ids of stored images by key of the file and member. */
export type StoredImages = ReadonlyMap<string, string>;

export const imageOf = (key: string, memberId: string): string => `${key} ${memberId}`;

export interface WantedImages {
  /** Members whose posts show the file, by its key. An image belongs to one member, so the file is stored once for each. */
  byKey: ReadonlyMap<string, ReadonlySet<string>>;
  /** The archive of a Discourse backup, or NodeBB’s folder `public/uploads`. */
  from: { archive: string } | { folder: string } | null;
}

/** Stores the wanted files as forum images of the members. A file that is missing, too large or no image stays a link. */
export async function importImages(
  context: Context,
  { byKey, from }: WantedImages,
  { signal, onProgress }: Watched,
): Promise<StoredImages> {
  const wanted = [...byKey].flatMap(([key, memberIds]) =>
    [...memberIds].map((member_id) => ({ key, member_id, upload_key: queries.uploadKey(key) })),
  );
  const earlier = await queries.listStoredImages(context.db, wanted);
  const ids = new Map(earlier.map(({ member_id, upload_key, image_id }) => [imageOf(upload_key, member_id), image_id]));
  const stored = new Map<string, string>();
  const missing = new Map<string, string[]>();
  for (const { key, member_id, upload_key } of wanted) {
    const id = ids.get(imageOf(upload_key, member_id));
    if (id === undefined) missing.set(key, [...(missing.get(key) ?? []), member_id]);
    else stored.set(imageOf(key, member_id), id);
  }
  if (from === null || missing.size === 0) return stored;
  const folder = await mkdtemp(path.join(tmpdir(), 'mbari-import-'));
  try {
    for await (const { key, file } of 'archive' in from
      ? filesInArchive(from.archive, missing, folder)
      : filesInFolder(from.folder, missing)) {
      for (const memberId of missing.get(key)!) {
        signal.throwIfAborted();
        const id = await importImage(context, file, { memberId, uploadKey: queries.uploadKey(key) });
        if (id !== null) stored.set(imageOf(key, memberId), id);
      }
      onProgress(`Images: ${stored.size} of ${wanted.length}`);
    }
    return stored;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns null if the file is not an image that Mbari stores. */
async function importImage(
  context: Context,
  file: string,
  { memberId, uploadKey }: { memberId: string; uploadKey: string },
): Promise<string | null> {
  let image: StoredImage | undefined;
  try {
    const stored = await storeImageWhenFree(context, { path: file }, { kind: 'forum', memberId, field: 'image' });
    image = stored;
    await context.db.transaction(async (tx) => {
      await saveImagesOfMany(tx, [stored]);
      // An organiser may have removed the image here.
      if ((await queries.insertUpload(tx, { image_id: stored.id, member_id: memberId, upload_key: uploadKey })) === 0)
        throw new Refusal('conflict', 'imageTakenAway');
    });
    return stored.id;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await image?.discard();
    return null;
  }
}

interface WantedFile {
  key: string;
  file: string;
}

type Missing = ReadonlyMap<string, unknown>;

/** Unpacks wanted files one after the other into `folder`. The key is the SHA-1 in the file’s name. */
async function* filesInArchive(archive: string, missing: Missing, folder: string): AsyncGenerator<WantedFile> {
  const opened = await openExport(archive);
  if ('plain' in opened) return;
  const file = path.join(folder, 'image');
  for await (const entry of opened.files) {
    const key = /^(?:\.\/)?uploads\/(?:[\w-]+\/)*original\/(?:\w+\/)*([0-9a-f]{40})\.\w{1,10}$/.exec(entry.name)?.[1];
    if (key === undefined || !missing.has(key) || entry.size > limits.imageBytes) continue;
    await pipeline(entry.content(), createWriteStream(file));
    yield { key, file };
  }
}

/** The key is the path below the folder. */
async function* filesInFolder(folder: string, missing: Missing): AsyncGenerator<WantedFile> {
  const root = await realpath(folder);
  for (const key of missing.keys()) {
    const file = await findFile(root, key);
    if (file !== null) yield { key, file };
  }
}

/** Returns null for a missing file, a large one, and one outside the folder, also by a link. */
async function findFile(root: string, key: string): Promise<string | null> {
  try {
    const file = await realpath(path.join(root, decodeURIComponent(key)));
    const { size } = await stat(file);
    return file.startsWith(`${root}${path.sep}`) && size <= limits.imageBytes ? file : null;
  } catch {
    return null;
  }
}
