import type { Database, Statements } from '../../platform/db/database.ts';
import { removeTagsOfOpenings } from '../../platform/tags/queries.ts';
import { deleteMentionsIn } from './mention-queries.ts';
import { clearPosts, listPostsToErase, lockDeletedPosts } from './queries.ts';

/** Erases a batch of a member's posts. Returns their number, 0 at the end. */
export const eraseForumPosts = async (db: Statements, memberId: string): Promise<number> =>
  eraseBatch(db, await listPostsToErase(db, memberId));

/** Erases a batch of posts deleted a month ago. */
export const eraseDeletedPosts = (db: Database): Promise<number> =>
  db.transaction(async (tx) => eraseBatch(tx, await lockDeletedPosts(tx)));

/** Deletes mentions and tags first, because an interrupted run finds only posts not yet cleared. */
async function eraseBatch(db: Statements, posts: readonly { id: string }[]): Promise<number> {
  const ids = posts.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await deleteMentionsIn(db, ids);
  await removeTagsOfOpenings(db, ids);
  return clearPosts(db, ids);
}
