import { notifyOfTopic } from '../../notifications/notify-of-forum-posts.ts';
import type { Statements } from '../../platform/db/database.ts';
import { reportAutomatically } from '../../platform/moderation/report-subject.ts';
import { setTopicTags } from '../../platform/tags/set-tags.ts';
import { addPolls } from '../polls/prepare-poll.ts';
import { insertPostImages } from '../posts/body-queries.ts';
import type { PreparedPost } from '../posts/prepare-post.ts';
import { insertOpening as add } from '../posts/queries.ts';
import { addForumMentions } from '../posts/set-forum-mentions.ts';
import { followAsAuthors } from '../track.ts';
import { insertTopic, type NewTopic } from './queries.ts';

/** Returns false if the category does not exist. */
export async function writeTopic(
  tx: Statements,
  { photo_id: photoId, ...topic }: Omit<NewTopic, 'latest_post_id'> & { photo_id: string | null },
  opening: PreparedPost,
): Promise<boolean> {
  if (!(await insertTopic(tx, { ...topic, latest_post_id: opening.id }, photoId))) return false;
  await insertOpening(tx, topic, opening);
  return true;
}

async function insertOpening(tx: Statements, topic: { id: string; category_id: string }, post: PreparedPost): Promise<void> {
  await add(tx, topic.id, post);
  await addForumMentions(tx, [post]);
  if (post.images.length > 0) await insertPostImages(tx, [post]);
  await addPolls(tx, [post]);
  await reportAutomatically(tx, 'forum_post', [post]);
  await followAsAuthors(tx, [post.authorId], topic.id);
  await notifyOfTopic(tx, topic.category_id, post);
  if (post.tags.length > 0) await setTopicTags(tx, { id: topic.id, tags: post.tags });
}
