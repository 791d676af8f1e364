import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import { addJob, type Task } from '../jobs/add-job.ts';
import type { JobPayloads } from '../jobs/job-payloads.ts';
import { UnreadableImage } from './images.ts';
import { type AvifCandidate, addAvifWidths, listAvifCandidates } from './queries.ts';

/**
 * Adds AVIF to images: 10 to 20 % smaller for seven times the work, so the job runs while the machine is idle. Encodes from the largest
 * WebP and drops AVIF files that are not smaller.
 */
export const encodeAvif: Task<JobPayloads['encode_avif']> = async ({ image_ids }, { context, signal }) => {
  const images = await listAvifCandidates(context.db, image_ids);
  for (const [index, image] of images.entries()) {
    signal.throwIfAborted();
    const claim = await context.space.claim(bytesAtMost);
    if (claim === null) return queueAvif(context.db, images.slice(index), inAnHour(context));
    await encodeOne(context, image).finally(() => claim.release());
  }
};

const bytesAtMost = 16 * 1024 * 1024;

/** Uploads have priority: without space the job waits and does not count as failed. */
const inAnHour = ({ now }: Context): Date => new Date(now().getTime() + 60 * 60 * 1000);

async function encodeOne(context: Context, { id, widths }: AvifCandidate): Promise<void> {
  const avifWidths = widths.filter((width) => width === 640 || width === 1280);
  const source = await context.store.read(id, `${widths.at(-1)}.webp`);
  if (avifWidths.length === 0) return;
  // A missing file is an error that the job retries, unless the image was removed meanwhile.
  if (source === null) return requireGone(context, id);
  const [draft, work] = [await context.store.draft(), await context.store.draft()];
  try {
    const file = path.join(work.folder, 'source');
    await pipeline(source.stream(), createWriteStream(file));
    await context.images.encodeAvif({ file, folder: draft.folder, widths: avifWidths });
    const smaller = await dropLarger(context, id, draft.folder, avifWidths);
    if (smaller.widths.length > 0 && (await context.store.add(id, draft.folder))) await addAvifWidths(context.db, id, smaller);
  } catch (error) {
    // The image was readable when posted, so a retry would fail again. The other formats remain.
    if (!(error instanceof UnreadableImage)) throw error;
    context.log.warn({ image: id, reason: error.message }, 'an image got no AVIF');
  } finally {
    await draft.discard();
    await work.discard();
  }
}

async function requireGone({ db }: Context, id: string): Promise<void> {
  if ((await listAvifCandidates(db, [id])).length > 0) throw new Error(`image ${id} has no files in the store of this node`);
}

async function dropLarger({ store }: Context, id: string, folder: string, widths: number[]): Promise<{ widths: number[]; bytes: number }> {
  const smaller = { widths: [] as number[], bytes: 0 };
  for (const width of widths) {
    const file = path.join(folder, `${width}.avif`);
    const [webp, { size }] = await Promise.all([store.read(id, `${width}.webp`), stat(file)]);
    if (webp && size < webp.size) {
      smaller.widths.push(width);
      smaller.bytes += size;
    } else await rm(file);
  }
  return smaller;
}

export const queueAvif = (tx: Statements, images: readonly { id: string }[], runAt?: Date): Promise<void> =>
  addJob(tx, 'encode_avif', { image_ids: images.map(({ id }) => id) }, { priority: 100, maxAttempts: 5, ...(runAt && { runAt }) });
