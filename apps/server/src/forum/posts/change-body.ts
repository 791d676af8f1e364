import { changeMentions } from '../../notifications/notify-of-forum-posts.ts';
import type { Statements } from '../../platform/db/database.ts';
import { photoIdsIn } from '../../platform/markdown/views.ts';
import { setTopicTags } from '../../platform/tags/set-tags.ts';
import { requireOwnImages } from '../images/require-own-images.ts';
import { insertPostImages, deletePostImages } from './image-queries.ts';
import { lockPost, type NewPost, deleteVersions, updateBody } from './queries.ts';
import { replaceForumMentions } from './set-forum-mentions.ts';

/**
 * Updates a changed body and keeps the old one unless `removesVersions`. Updates mentions, images and an opening's tags, and notifies
 * newly mentioned members. Returns the number of removed versions, or null if the post was edited since `version`.
 */
export async function changeBody(
  tx: Statements,
  editorId: string,
  post: BodyChange,
  { removesVersions = false, version }: { removesVersions?: boolean | undefined; version?: number | undefined } = {},
): Promise<number | null> {
  if (!(await lockPost(tx, post.id, version))) return null;
  const previous = await updateBody(tx, editorId, post);
  if (previous) await updateReferences(tx, post, previous);
  return removesVersions ? deleteVersions(tx, post.id) : 0;
}

type BodyChange = Pick<NewPost, 'id' | 'authorId' | 'body' | 'html' | 'htmlVersion' | 'plain' | 'mentions' | 'images' | 'tags'>;

async function updateReferences(
  tx: Statements,
  post: BodyChange,
  previous: { html: string; number: number; topic_id: string },
): Promise<void> {
  await requireOwnImages(tx, post.authorId, post.images, photoIdsIn(previous.html));
  const namedBefore = await replaceForumMentions(tx, post);
  await deletePostImages(tx, post.id);
  if (post.images.length > 0) await insertPostImages(tx, [post]);
  await changeMentions(tx, post, namedBefore);
  if (previous.number === 1) await setTopicTags(tx, { id: previous.topic_id, tags: post.tags });
}

export async function removeVersions(tx: Statements, postId: string): Promise<number> {
  await lockPost(tx, postId);
  return deleteVersions(tx, postId);
}
