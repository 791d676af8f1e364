import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { entitlementsOf } from '@mbari/contract/people/plans';
import { createPhoto as createPhotoCall } from '@mbari/contract/photos/posts';
import type { Reason } from '@mbari/contract/platform/endpoint';
import { reasonIn } from '@mbari/contract/platform/fields';
import { previewWidth } from '@mbari/contract/platform/image-widths';
import * as limits from '@mbari/contract/platform/limits';
import { isDiskFull } from '../../platform/adapters/storage-faults.ts';
import { roomPerByte } from '../../platform/adapters/storage-space.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { ImagesBusy, UnreadableImage } from '../../platform/images/images.ts';
import { reasonFor } from '../../platform/images/store-image.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import { Refusal } from '../../platform/refusal.ts';
import { removeOwnPhoto } from '../../platform/screening/queries.ts';
import { createPhoto } from '../posts/create-photo.ts';
import { deletePhotoAs } from '../posts/delete-photo.ts';
import { discardPendingPhoto } from '../posts/photo-fields.ts';
import type { ImportMedia } from '../table.ts';
import { hostsOf, queueImport } from './manage-import.ts';
import {
  addItems,
  endOldImports,
  type FileRow,
  findImport,
  findImporter,
  type ImportRow,
  type ItemRow,
  listFiles,
  listOpenAmong,
  listPosted,
  listUnpreviewed,
  listWaiting,
  listWorking,
  removeEmptySeries,
  removeItems,
  removeOldImports,
  setImported,
  setPreview,
  setSkipped,
  setState,
  setUndone,
} from './queries.ts';
import { ArchiveGone, ImageUnavailable, readerOf, saveMedia } from './read-archives.ts';
import { scanArchives } from './scan.ts';

/** Milliseconds for which one job works on an import. The next job continues, so that other jobs run between them. */
const atATime = 30_000;

interface Work {
  context: Context;
  signal: AbortSignal;
  row: ImportRow;
  files: FileRow[];
  member: Viewer;
}

/** Does the next work of an import: reads archives, makes previews, creates posts or removes them. A repeated step changes nothing. */
export const advanceImport: Task<JobPayloads['advance_import']> = async ({ import_id: id }, { context, signal }) => {
  const row = await findImport(context.db, id);
  if (!row) return;
  const isOff = (await context.site.read()).imports === 'off';
  const member = await findImporter(context.db, row.member_id);
  if (isOff || !member || (member.is_silenced && row.state !== 'undoing'))
    return void (await setState(context.db, id, { from: ['importing'], to: 'paused' }));
  const work: Work = { context, signal, row, member, files: await listFiles(context.db, id) };
  try {
    if (await advance(work)) await queueImport(context.db, id);
  } catch (error) {
    if (!(error instanceof ArchiveGone)) throw error;
    const problem = { reason: 'importExpired' };
    await setState(context.db, id, { from: ['reading', 'choosing'], to: 'failed', problem });
    await setState(context.db, id, { from: ['importing'], to: 'done', problem });
  }
};

/** Returns true if there is more to do. */
async function advance(work: Work): Promise<boolean> {
  if (work.row.state === 'reading') await readArchives(work);
  const step = steps[work.row.state];
  if (step === undefined) return false;
  const endsAt = performance.now() + atATime;
  while (performance.now() < endsAt) {
    work.signal.throwIfAborted();
    if (!(await step(work))) return false;
  }
  return true;
}

/** Each returns false when nothing is left to do. */
const steps: { [State in ImportRow['state']]?: (work: Work) => Promise<boolean> } = {
  reading: makePreview,
  choosing: makePreview,
  importing: importNext,
  undoing: undoNext,
};

/** Requeues imports whose job was lost with its process. */
export const resumeImports: Task = async (_payload, { context: { db } }) => {
  for (const { id } of await listWorking(db)) await queueImport(db, id);
};

/** Lists the posts of the archives. Nothing is stored of archives that cannot be read. */
async function readArchives({ context, signal, row, member, files }: Work): Promise<void> {
  const task = {
    source: row.source,
    files,
    imagesPerPost: entitlementsOf(member).imagesPerPost,
    hosts: await hostsOf(context),
  };
  const read = (file: number, start: number, end: number): Promise<Uint8Array> => readerOf(context, row.id, file)(start, end);
  const scanned = await scanArchives(context, task, { read, signal });
  if ('refused' in scanned) {
    await setState(context.db, row.id, { from: ['reading'], to: 'failed', problem: scanned.refused });
    return context.store.parts.remove(row.id);
  }
  await context.db.transaction(async (tx) => {
    if ((await setState(tx, row.id, { from: ['reading'], to: 'choosing' })) === 0) return;
    await removeItems(tx, row.id);
    for (let at = 0; at < scanned.items.length; at += 500) await addItems(tx, row.id, at, scanned.items.slice(at, at + 500));
  });
}

async function makePreview(work: Work): Promise<boolean> {
  const { context, row } = work;
  const items = (await findImport(context.db, row.id))?.state === 'choosing' ? await listUnpreviewed(context.db, row.id) : [];
  for (const item of items) {
    work.signal.throwIfAborted();
    await withImages(work, { ...item, media: item.media.slice(0, 1) }, async ([file]) => {
      const draft = await context.store.draft();
      try {
        await context.images.encode({ file: file!, folder: draft.folder, kind: 'preview' });
        await setPreview(context.db, row.id, item.position, await readFile(path.join(draft.folder, `${previewWidth}.webp`)));
      } finally {
        await draft.discard();
      }
    });
  }
  return items.length > 0;
}

async function importNext(work: Work): Promise<boolean> {
  const { context, row } = work;
  const [item] = await listWaiting(context.db, row.id);
  if (item) await importItem(work, item);
  else if ((await setState(context.db, row.id, { from: ['importing'], to: 'done' })) > 0) await context.store.parts.remove(row.id);
  return item !== undefined;
}

/** Creates the post of an item. Its key keeps two jobs from creating it twice. */
async function importItem(work: Work, item: ItemRow): Promise<void> {
  const { context, row, member } = work;
  const { audience, license, category, show_camera, series = {} } = row.settings;
  const parsed = createPhotoCall.shape.body.safeParse({
    title: item.title,
    description: item.description,
    alt: item.media.map(({ alt }) => alt),
    ...(item.warning !== null && { warning: item.warning }),
    ...(audience !== undefined && { audience }),
    ...(license !== undefined && { license }),
    ...(category !== undefined && { category }),
    ...(show_camera === true && { show_camera: 'true' }),
  });
  if (!parsed.success) {
    const reason = reasonIn(parsed.error.issues[0]?.message ?? '') ?? { reason: 'validationFailed' };
    return void (await setSkipped(context.db, row.id, item.position, reason));
  }
  await withImages(work, item, async (paths) => {
    await createPhoto(context, member, {
      fields: parsed.data,
      files: paths.map((file, n) => ({ field: `images[${n}]`, path: file })),
      key: { value: `import-${row.id}-${item.position}`, digest: null },
      imported: {
        createdAt: createdAt(row, item),
        takenAt: item.taken_at,
        seriesIds: item.albums.flatMap((album) => series[album] ?? []),
        record: (tx, id) => setImported(tx, row.id, item.position, id),
      },
    }).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'pending_review')) throw error;
    });
  });
}

const dayLength = 24 * 60 * 60_000;
/** Least age of an imported post, so that it is never trending and never before posts that were made here. */
const leastAge = limits.trendingDays * dayLength;

/** Returns the date of a post, at least 30 days before the import and not before 1970. The position keeps the order of posts of one second. */
function createdAt({ created_at: importedAt }: ImportRow, { taken_at: takenAt, position }: ItemRow): Date {
  const latest = importedAt.getTime() - leastAge;
  const time = Math.max(dayLength, Math.min(takenAt?.getTime() ?? latest, latest));
  return new Date(time + (position % 1_000));
}

/** Refusals that are not about the item, so that the next one would meet them too. */
const pausing: ReadonlySet<string> = new Set(['quota_exceeded', 'storage_full', 'conflict', 'unauthenticated']);

/** Runs `handle` with the item's images as files. Skips an item that cannot be imported, and pauses the import if no item can. */
async function withImages(work: Work, item: ItemRow, handle: (paths: string[]) => Promise<void>): Promise<void> {
  const { context, row } = work;
  const draft = await context.store.draft();
  const claim = await context.space.claim(roomPerByte * bytesOf(item.media));
  try {
    if (claim === null) throw new Refusal('storage_full', 'storageFull');
    await handle(await saveMedia(context, { id: row.id, files: work.files }, item.media, draft.folder));
  } catch (error) {
    if (error instanceof ImagesBusy || (error instanceof Refusal && error.code === 'overloaded')) throw error;
    const problem = problemOf(error);
    if (problem === null) throw error;
    if (!isDiskFull(error) && !(error instanceof Refusal && pausing.has(error.code)))
      await setSkipped(context.db, row.id, item.position, problem);
    else if ((await setState(context.db, row.id, { from: ['importing'], to: 'paused', problem })) === 0) throw error;
  } finally {
    await draft.discard();
    claim?.release();
  }
}

const bytesOf = (media: readonly ImportMedia[]): number =>
  media.reduce((sum, one) => sum + ('url' in one ? limits.importImageBytes : one.bytes), 0);

function problemOf(error: unknown): Reason | null {
  if (isDiskFull(error)) return { reason: 'storageFull' };
  if (error instanceof ImageUnavailable) return { reason: error.reason };
  if (error instanceof UnreadableImage) {
    const reason = reasonFor(error.why, 'photo');
    return typeof reason === 'string' ? { reason } : reason;
  }
  if (!(error instanceof Refusal)) return null;
  const { reason, params } = Object.values(error.errors ?? {})[0]?.[0] ?? error.sentence;
  return { reason, ...(params && { params }) };
}

async function undoNext({ context, signal, row, member }: Work): Promise<boolean> {
  const items = await listPosted(context.db, row.id);
  for (const { position, photo_id: photoId } of items) {
    signal.throwIfAborted();
    if (photoId !== null) await removePost(context, member, photoId);
    await setUndone(context.db, row.id, position);
  }
  if (items.length > 0) return true;
  await removeEmptySeries(context.db, member.id, Object.values(row.settings.series ?? {}));
  await setState(context.db, row.id, { from: ['undoing'], to: 'undone' });
  return false;
}

/** Deletes a post, or withdraws one that waits for approval. The member may have deleted it before. */
async function removePost(context: Context, member: Viewer, photoId: string): Promise<void> {
  const wasPending = await context.db.transaction(async (tx) => {
    const removed = await removeOwnPhoto(tx, member.id, photoId);
    if (removed > 0) await discardPendingPhoto(tx, photoId);
    return removed > 0;
  });
  if (wasPending) return;
  await deletePhotoAs(context, member, photoId).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
  });
}

/** Ends abandoned imports, forgets old ones and deletes archives that no import needs. */
export const sweepImports: Task = async (_payload, { context: { db, store }, signal }) => {
  while ((await endOldImports(db, { reason: 'importExpired' })) > 0) signal.throwIfAborted();
  while ((await removeOldImports(db)) > 0) signal.throwIfAborted();
  const stored: string[] = [];
  for await (const id of store.parts.list()) stored.push(id);
  const open = new Set((await listOpenAmong(db, stored)).map(({ id }) => id));
  for (const id of stored) if (!open.has(id)) await store.parts.remove(id);
};
