import type { Statements } from '../../platform/db/database.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { eraseReports } from '../../platform/moderation/erase-reports.ts';
import { eraseComments, eraseCommentsBelow } from '../comments/erase-comments.ts';
import { eraseLikes, eraseSavedPosts, eraseLikesOf, eraseSavedOf } from '../erase-likes.ts';
import { removeExhibitionsOf } from '../exhibitions/edit-queries.ts';
import { removePhotosOf, listSweepable, removeDeletedPhotos } from './queries.ts';

/**
 * Erases a closed account's posts, comments, likes and saved posts, and exhibitions without another curator. Dependent rows go first in batches, because one post may have
 * 100,000 likes.
 */
export async function erasePosts(db: Statements, memberId: string, signal: AbortSignal): Promise<void> {
  do for (const erase of [eraseLikes, eraseSavedPosts, eraseComments, eraseReports]) await erase(db, memberId, signal);
  while ((await removePhotosOf(db, memberId)) > 0);
  while ((await removeExhibitionsOf(db, memberId)) > 0);
}

/** Erases deleted posts that can no longer be reported, with comments and likes. The next image sweep removes the files. */
export const sweepDeletedPosts: Task = async (_payload, { context: { db, log }, signal }) => {
  let swept = 0;
  for (;;) {
    const ids = (await listSweepable(db)).map(({ id }) => id);
    if (ids.length === 0) break;
    await eraseLikesOf(db, 'photo', ids, signal);
    await eraseSavedOf(db, ids, signal);
    await eraseCommentsBelow(db, ids, signal);
    swept += await removeDeletedPhotos(db, ids);
  }
  if (swept > 0) log.info({ swept }, 'swept deleted posts');
};
