import { inBatches } from '../platform/db/in-batches.ts';
import type { Task } from '../platform/jobs/task.ts';
import { removeImages } from '../platform/media/queries.ts';
import { removeOldDrafts } from './drafts/queries.ts';
import { removeUnnamedUploads } from './images/queries.ts';
import { eraseLongDeleted } from './posts/erase-posts.ts';
import { removeDeletedTopics } from './topics/queries.ts';

/** Deletes topics a month after they were marked. Until then, organisers can restore them. */
export const sweepDeletedTopics: Task = async (_payload, { context: { db, log }, signal }) => {
  let swept = 0;
  for (let gone = 1; gone > 0; swept += gone) {
    signal.throwIfAborted();
    gone = await removeDeletedTopics(db);
  }
  if (swept > 0) log.info({ swept }, 'deleted topics for good after a month');
};

/** Erases posts deleted a month ago. Until then, organisers can restore them. */
export const sweepDeletedForumPosts: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => eraseLongDeleted(db));

export const sweepDrafts: Task = async (_payload, { context: { db, log }, signal }) => {
  let swept = 0;
  for (let gone = 1; gone > 0; swept += gone) {
    signal.throwIfAborted();
    gone = await removeOldDrafts(db);
  }
  if (swept > 0) log.info({ swept }, 'deleted drafts untouched for three months');
};

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
