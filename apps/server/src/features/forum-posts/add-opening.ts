import type { Statements } from '../../db/database.ts';
import { addForumMentions } from '../forum-mentions/set-forum-mentions.ts';
import { addPolls } from '../forum-polls/add-polls.ts';
import { followWritten } from '../forum-tracks/follow-written.ts';
import { notifyOfTopic } from '../notifications/notify-of-forum-posts.ts';
import { reportAutomatically } from '../reports/report-automatically.ts';
import { setTopicTags } from '../tags/set-tags.ts';
import { addPostImages } from './image-queries.ts';
import type { PreparedPost } from './prepare-post.ts';
import { addOpening as add } from './queries.ts';

/** Adds the opening of a topic, in the transaction that adds the topic. Its author follows it. */
export async function addOpening(tx: Statements, topic: { id: string; categoryId: string }, post: PreparedPost): Promise<void> {
  await add(tx, topic.id, post);
  await addForumMentions(tx, [post]);
  if (post.images.length > 0) await addPostImages(tx, [post]);
  await addPolls(tx, [post]);
  await reportAutomatically(tx, 'forum_post', [post]);
  await followWritten(tx, [post.authorId], topic.id);
  await notifyOfTopic(tx, topic.categoryId, post);
  if (post.tags.length > 0) await setTopicTags(tx, { id: topic.id, tags: post.tags });
}
