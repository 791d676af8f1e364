import { inBatches } from '../../platform/db/in-batches.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { removeImages } from '../../platform/media/queries.ts';
import { removeUnnamedUploads } from './queries.ts';

/** Deletes rows of uploads unused for a day. The next image sweep deletes their files. */
export const sweepUploads: Task = (_payload, { context: { db }, signal }) =>
  inBatches(signal, () =>
    db.transaction(async (tx) => {
      const removed = await removeUnnamedUploads(tx);
      await removeImages(
        tx,
        removed.map(({ image_id }) => image_id),
      );
      return removed.length;
    }),
  );
