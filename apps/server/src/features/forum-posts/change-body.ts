import type { Statements } from '../../db/database.ts';
import { requireOwnImages } from '../forum-images/require-own-images.ts';
import { changeForumMentions } from '../forum-mentions/set-forum-mentions.ts';
import { photoIdsIn } from '../markdown/views.ts';
import { notifyOfMentions } from '../notifications/notify-of-forum-posts.ts';
import { withdrawMentions } from '../notifications/notify.ts';
import { setTopicTags } from '../tags/set-tags.ts';
import { addPostImages, removePostImages } from './image-queries.ts';
import { lockPost, type NewPost, setBody } from './queries.ts';

/**
 * Changes what a post says, if it says anything else; what it said is kept. Who is named, what is shown and an opening's tags are found anew. Those who were not
 * named before are notified.
 */
export async function changeBody(
  tx: Statements,
  editorId: string,
  post: Pick<NewPost, 'id' | 'authorId' | 'body' | 'html' | 'htmlVersion' | 'plain' | 'mentions' | 'images' | 'tags'>,
): Promise<void> {
  await lockPost(tx, post.id);
  const before = await setBody(tx, editorId, post);
  if (!before) return;
  await requireOwnImages(tx, post.authorId, post.images, photoIdsIn(before.html));
  const namedBefore = await changeForumMentions(tx, post);
  await removePostImages(tx, post.id);
  if (post.images.length > 0) await addPostImages(tx, [post]);
  await withdrawMentions(tx, post.id);
  await notifyOfMentions(tx, post, namedBefore);
  if (before.number === 1) await setTopicTags(tx, { id: before.topic_id, tags: post.tags });
}
