import type { Task } from '../../jobs/task.ts';
import { eraseCommentsBelow } from '../comments/erase-comments.ts';
import { eraseLikesOf } from '../likes/erase-likes.ts';
import { eraseSavedOf } from '../saved-posts/erase-saved-posts.ts';
import { listSweepable, removeDeletedPhotos } from './queries.ts';

/**
 * Erases what was deleted once it cannot be reported any more: the post, and all comments and likes below it. The files of its images go with the
 * next sweep of images. One that
 * organisers are still asked to look at waits until they have.
 */
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
