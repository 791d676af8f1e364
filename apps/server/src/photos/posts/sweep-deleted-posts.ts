import type { Task } from '../../platform/jobs/task.ts';
import { eraseCommentsBelow } from '../comments/erase-comments.ts';
import { eraseLikesOf } from '../likes/erase-likes.ts';
import { eraseSavedOf } from '../likes/erase-saved-posts.ts';
import { listSweepable, removeDeletedPhotos } from './queries.ts';

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
