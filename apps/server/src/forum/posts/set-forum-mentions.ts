import type { Statements } from '../../platform/db/database.ts';
import { deleteMentions, deleteMentionsOf, insertMentions, type PostWithMentions } from './body-queries.ts';

export async function addForumMentions(tx: Statements, posts: readonly PostWithMentions[]): Promise<void> {
  const postsWithMentions = posts.filter(({ mentions }) => mentions.length > 0);
  if (postsWithMentions.length > 0) await insertMentions(tx, postsWithMentions);
}

/** Returns the ids of members mentioned before the edit. */
export async function replaceForumMentions(tx: Statements, post: PostWithMentions): Promise<string[]> {
  const previousMemberIds = await deleteMentions(tx, post.id);
  await addForumMentions(tx, [post]);
  return previousMemberIds;
}

export const eraseForumMentions = (db: Statements, memberId: string): Promise<number> => deleteMentionsOf(db, memberId);
