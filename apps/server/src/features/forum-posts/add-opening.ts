import type { Statements } from '../../db/database.ts';
import { followWritten } from '../forum-tracks/follow-written.ts';
import { addMentions, addOpening as add, type NewPost } from './queries.ts';

/** Adds the opening of a topic, in the transaction that adds the topic. Its author follows it. */
export async function addOpening(tx: Statements, topicId: string, post: NewPost): Promise<void> {
  await add(tx, topicId, post);
  if (post.mentions.length > 0) await addMentions(tx, [post]);
  await followWritten(tx, [post.authorId], topicId);
}
