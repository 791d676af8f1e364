import type { Statements } from '../../platform/db/database.ts';
import { addMentions, type NamingPost, removeMentions, removeMentionsIn, removeMentionsOf } from './mention-queries.ts';

/** Records the mentions in posts that are added in the same transaction. */
export async function addForumMentions(tx: Statements, posts: readonly NamingPost[]): Promise<void> {
  const naming = posts.filter(({ mentions }) => mentions.length > 0);
  if (naming.length > 0) await addMentions(tx, naming);
}

/** Replaces the mentions of an edited post. Returns the ids of members mentioned before. */
export async function changeForumMentions(tx: Statements, post: NamingPost): Promise<string[]> {
  const before = await removeMentions(tx, post.id);
  await addForumMentions(tx, [post]);
  return before;
}

/** Deletes a batch of mentions of a closed account. Returns how many; 0 when none are left. */
export const eraseForumMentions = (db: Statements, memberId: string): Promise<number> => removeMentionsOf(db, memberId);

/** Deletes the mentions in posts that are being erased. */
export async function forgetMentionsIn(db: Statements, postIds: readonly string[]): Promise<void> {
  await removeMentionsIn(db, postIds);
}
