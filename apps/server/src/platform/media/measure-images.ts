import type { Context } from '../context.ts';
import type { Task } from '../jobs/task.ts';
import { type UnmeasuredImage, listUnmeasuredImages, setWebpBytes } from './queries.ts';

/** Asks the store how large the files of older images are, a hundred images at a time. May be interrupted, and run twice. */
export const measureImages: Task = async (_payload, { context, signal }) => {
  for (;;) {
    signal.throwIfAborted();
    const images = await listUnmeasuredImages(context.db);
    if (images.length === 0) return;
    // One after the other: a store may be elsewhere, and nobody waits.
    const measured = [];
    for (const image of images) measured.push(await measure(context, image));
    await setWebpBytes(context.db, measured);
  }
};

const measure = async ({ store }: Context, { id, widths }: UnmeasuredImage): Promise<{ id: string; webp_bytes: number[] }> => ({
  id,
  webp_bytes: await Promise.all(widths.map(async (width) => (await store.read(id, `${width}.webp`))?.size ?? 0)),
});
