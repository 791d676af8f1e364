import type { Task } from '../../jobs/task.ts';
import { eraseCommentsBelow } from '../comments/erase-comments.ts';
import { listSweepable, removeDeletedPhotos, removeLikesOf } from './queries.ts';

/**
 * The words of a post go within a day of its deletion, as its pictures do, with all that was said and liked below. One that organisers are
 * still asked to look at waits until they have.
 */
export const sweepDeletedPosts: Task = async (_payload, { context: { db, log }, signal }) => {
  let swept = 0;
  for (;;) {
    const ids = (await listSweepable(db)).map(({ id }) => id);
    if (ids.length === 0) break;
    // A batch at a time: a post may have a hundred thousand likes, and nobody is to wait for them.
    for (let gone = 1; gone > 0;) {
      signal.throwIfAborted();
      gone = (await removeLikesOf(db, ids)) + (await eraseCommentsBelow(db, ids));
    }
    swept += await removeDeletedPhotos(db, ids);
  }
  if (swept > 0) log.info({ swept }, 'swept deleted posts');
};
