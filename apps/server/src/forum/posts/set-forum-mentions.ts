import type { Statements } from '../../platform/db/database.ts';
import { addMentions, type NamingPost, removeMentions, removeMentionsIn, removeMentionsOf } from './mention-queries.ts';

export async function addForumMentions(tx: Statements, posts: readonly NamingPost[]): Promise<void> {
  const naming = posts.filter(({ mentions }) => mentions.length > 0);
  if (naming.length > 0) await addMentions(tx, naming);
}

/** Returns the ids of members mentioned before the edit. */
export async function changeForumMentions(tx: Statements, post: NamingPost): Promise<string[]> {
  const before = await removeMentions(tx, post.id);
  await addForumMentions(tx, [post]);
  return before;
}

export const eraseForumMentions = (db: Statements, memberId: string): Promise<number> => removeMentionsOf(db, memberId);

export async function forgetMentionsIn(db: Statements, postIds: readonly string[]): Promise<void> {
  await removeMentionsIn(db, postIds);
}
