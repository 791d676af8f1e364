import { inBatches } from '../platform/db/batch.ts';
import { removeImages } from '../platform/images/queries.ts';
import type { Task } from '../platform/jobs/add-job.ts';
import { deleteOldDrafts } from './draft-queries.ts';
import { eraseDeletedPosts } from './posts/delete-post.ts';
import { deleteUnusedUploads } from './posts/image-queries.ts';
import { deleteExpiredTopics } from './topics/queries.ts';

/** Erases topics deleted a month ago. Until then, organisers can restore them. */
export const sweepDeletedTopics: Task = async (_payload, { context: { db, log }, signal }) => {
  let deletedCount = 0;
  for (let batchCount = 1; batchCount > 0; deletedCount += batchCount) {
    signal.throwIfAborted();
    batchCount = await deleteExpiredTopics(db);
  }
  if (deletedCount > 0) log.info({ swept: deletedCount }, 'deleted topics for good after a month');
};

/** Erases posts deleted a month ago. Until then, organisers can restore them. */
export const sweepDeletedForumPosts: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => eraseDeletedPosts(db));

export const sweepDrafts: Task = async (_payload, { context: { db, log }, signal }) => {
  let deletedCount = 0;
  for (let batchCount = 1; batchCount > 0; deletedCount += batchCount) {
    signal.throwIfAborted();
    batchCount = await deleteOldDrafts(db);
  }
  if (deletedCount > 0) log.info({ swept: deletedCount }, 'deleted drafts untouched for three months');
};

/** Deletes rows of uploads unused for a day. The next image sweep deletes their files. */
export const sweepUploads: Task = (_payload, { context: { db }, signal }) =>
  inBatches(signal, () =>
    db.transaction(async (tx) => {
      const uploads = await deleteUnusedUploads(tx);
      await removeImages(
        tx,
        uploads.map(({ image_id }) => image_id),
      );
      return uploads.length;
    }),
  );
