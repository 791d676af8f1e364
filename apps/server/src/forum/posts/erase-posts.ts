import type { Database, Statements } from '../../platform/db/database.ts';
import { removeTagsOfOpenings } from '../../platform/tags/queries.ts';
import { emptyPosts, listPostsOf, lockLongDeleted } from './queries.ts';
import { forgetMentionsIn } from './set-forum-mentions.ts';

/** Erases a batch. Returns how many; 0 when none are left. */
export const eraseForumPosts = async (db: Statements, memberId: string): Promise<number> => empty(db, await listPostsOf(db, memberId));

/** Erases a batch of posts deleted a month ago. */
export const eraseLongDeleted = (db: Database): Promise<number> => db.transaction(async (tx) => empty(tx, await lockLongDeleted(tx)));

/** Deletes mentions and tags first: after an interruption, posts that still have text are found again. */
async function empty(db: Statements, posts: readonly { id: string }[]): Promise<number> {
  const ids = posts.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await forgetMentionsIn(db, ids);
  await removeTagsOfOpenings(db, ids);
  return emptyPosts(db, ids);
}
