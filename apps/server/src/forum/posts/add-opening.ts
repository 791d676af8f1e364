import { notifyOfTopic } from '../../notifications/notify-of-forum-posts.ts';
import type { Statements } from '../../platform/db/database.ts';
import { reportAutomatically } from '../../platform/reports/report-automatically.ts';
import { setTopicTags } from '../../platform/tags/set-tags.ts';
import { addPolls } from '../polls/add-polls.ts';
import { followWritten } from '../tracks/follow-written.ts';
import { addPostImages } from './image-queries.ts';
import type { PreparedPost } from './prepare-post.ts';
import { addOpening as add } from './queries.ts';
import { addForumMentions } from './set-forum-mentions.ts';

/** Runs in the transaction that adds the topic. The author follows it. */
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
