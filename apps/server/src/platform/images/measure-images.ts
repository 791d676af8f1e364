import type { Context } from '../context.ts';
import type { Task } from '../jobs/task.ts';
import { type UnmeasuredImage, listUnmeasuredImages, setWebpBytes } from './queries.ts';

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

const measure = async ({ store }: Context, { id, widths }: UnmeasuredImage): Promise<{ id: string; webp_bytes: number[] }> => ({
  id,
  webp_bytes: await Promise.all(widths.map(async (width) => (await store.read(id, `${width}.webp`))?.size ?? 0)),
});
