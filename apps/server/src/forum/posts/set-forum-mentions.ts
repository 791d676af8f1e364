import type { Statements } from '../../platform/db/database.ts';
import { insertMentions, type PostWithMentions, deleteMentions, deleteMentionsOf } from './mention-queries.ts';

export async function addForumMentions(tx: Statements, posts: readonly PostWithMentions[]): Promise<void> {
  const naming = posts.filter(({ mentions }) => mentions.length > 0);
  if (naming.length > 0) await insertMentions(tx, naming);
}

/** Returns the ids of members mentioned before the edit. */
export async function replaceForumMentions(tx: Statements, post: PostWithMentions): Promise<string[]> {
  const before = await deleteMentions(tx, post.id);
  await addForumMentions(tx, [post]);
  return before;
}

export const eraseForumMentions = (db: Statements, memberId: string): Promise<number> => deleteMentionsOf(db, memberId);
