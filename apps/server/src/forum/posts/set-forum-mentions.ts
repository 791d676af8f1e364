import type { Statements } from '../../platform/db/database.ts';
import { addMentions, type NamingPost, removeMentions, removeMentionsIn, removeMentionsOf } from './mention-queries.ts';

/** Keeps who is named in posts that are added in the same transaction. */
export async function addForumMentions(tx: Statements, posts: readonly NamingPost[]): Promise<void> {
  const naming = posts.filter(({ mentions }) => mentions.length > 0);
  if (naming.length > 0) await addMentions(tx, naming);
}

/** Finds anew who is named in a post that says something else now. Answers who was named before. */
export async function changeForumMentions(tx: Statements, post: NamingPost): Promise<string[]> {
  const before = await removeMentions(tx, post.id);
  await addForumMentions(tx, [post]);
  return before;
}

/** Takes away a batch of where a closed account is named. Answers how many; 0 when none are left. */
export const eraseForumMentions = (db: Statements, memberId: string): Promise<number> => removeMentionsOf(db, memberId);

/** Forgets who is named in posts whose words go. */
export async function forgetMentionsIn(db: Statements, postIds: readonly string[]): Promise<void> {
  await removeMentionsIn(db, postIds);
}
