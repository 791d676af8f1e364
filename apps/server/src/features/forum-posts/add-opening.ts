import type { Statements } from '../../db/database.ts';
import { addPolls } from '../forum-polls/add-polls.ts';
import { followWritten } from '../forum-tracks/follow-written.ts';
import { addPostImages } from './image-queries.ts';
import { addMentions } from './mention-queries.ts';
import type { PreparedPost } from './prepare-post.ts';
import { addOpening as add } from './queries.ts';

/** Adds the opening of a topic, in the transaction that adds the topic. Its author follows it. */
export async function addOpening(tx: Statements, topicId: string, post: PreparedPost): Promise<void> {
  await add(tx, topicId, post);
  if (post.mentions.length > 0) await addMentions(tx, [post]);
  if (post.images.length > 0) await addPostImages(tx, [post]);
  await addPolls(tx, [post]);
  await followWritten(tx, [post.authorId], topicId);
}
