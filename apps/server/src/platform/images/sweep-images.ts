import type { Context } from '../context.ts';
import type { Task } from '../jobs/add-job.ts';
import {
  deleteImages,
  listKnownImages,
  listRemovedImages,
  listUnmeasuredImages,
  lockImageFiles,
  setWebpBytes,
  type UnmeasuredImage,
} from './queries.ts';

const anHour = 60 * 60 * 1000;

/**
 * Deletes files older than an hour without a row. Deletes a removed image's files before its row, so an interrupted sweep can continue.
 * Deletes nothing while a backup copies the files.
 */
export const sweepImages: Task = async (_payload, { context, signal }) => {
  const { store, log } = context;
  let orphans = 0;
  for await (const ids of store.list(new Date(context.now().getTime() - anHour))) {
    signal.throwIfAborted();
    const swept = await sweepOrphans(context, ids);
    if (swept === 'in use') return;
    orphans += swept;
  }

  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const swept = await sweepRemoved(context);
    if (swept === 'in use' || swept === 0) break;
    removed += swept;
  }
  if (orphans > 0 || removed > 0) log.info({ orphans, removed }, 'swept the image store');
};

/** Records the file sizes of older images, in batches of 100. Can be interrupted and repeated. */
export const measureImages: Task = async (_payload, { context, signal }) => {
  for (;;) {
    signal.throwIfAborted();
    const images = await listUnmeasuredImages(context.db);
    if (images.length === 0) return;
    const measured = [];
    for (const image of images) measured.push(await measure(context, image));
    await setWebpBytes(context.db, measured);
  }
};

async function sweepOrphans({ db, store }: Context, ids: readonly string[]): Promise<number | 'in use'> {
  const existing = new Set((await listKnownImages(db, ids)).map(({ id }) => id));
  const unknown = ids.filter((id) => !existing.has(id));
  if (unknown.length === 0) return 0;
  return db.transaction(async (tx) => {
    if (!(await lockImageFiles(tx))) return 'in use';
    await Promise.all(unknown.map((id) => store.remove(id)));
    return unknown.length;
  });
}

const sweepRemoved = ({ db, store }: Context): Promise<number | 'in use'> =>
  db.transaction(async (tx) => {
    if (!(await lockImageFiles(tx))) return 'in use';
    const ids = (await listRemovedImages(tx)).map(({ id }) => id);
    await Promise.all(ids.map((id) => store.remove(id)));
    return ids.length === 0 ? 0 : deleteImages(tx, ids);
  });

const measure = async ({ store }: Context, { id, widths }: UnmeasuredImage): Promise<{ id: string; webp_bytes: number[] }> => ({
  id,
  webp_bytes: await Promise.all(widths.map(async (width) => (await store.read(id, `${width}.webp`))?.size ?? 0)),
});
