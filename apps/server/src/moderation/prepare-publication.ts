import { slugOf } from '@mbari/contract/platform/slug';
import { addReply } from '../forum/posts/add-replies-in-batches.ts';
import { preparePost, type PreparedPost } from '../forum/posts/prepare-post.ts';
import { writeTopic } from '../forum/topics/write-topic.ts';
import { writeComment } from '../photos/comments/write-comment.ts';
import { postPendingPhoto } from '../photos/posts/pending-photo.ts';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { newId } from '../platform/ids.ts';
import type { About } from '../platform/moderation/record-moderation.ts';
import { Refusal } from '../platform/refusal.ts';
import type { PendingPost } from '../platform/screening/decision-queries.ts';
import type { SendKey } from '../platform/send-key.ts';

type Publish = (tx: Statements) => Promise<About>;

/** Prepares a pending post as if its author sent it now, but skips screening of words and links. */
export async function preparePublication(context: Context, organiser: Viewer, pending: PendingPost): Promise<Publish> {
  switch (pending.kind) {
    case 'photo':
      return (tx) => publishPhoto(tx, organiser, pending);
    case 'comment':
      return (tx) => publishComment(tx, pending);
    case 'forum_post': {
      const post = await preparePendingPost(context, pending);
      return (tx) => publishForumPost(tx, pending, post);
    }
    case 'topic': {
      const opening = await preparePendingPost(context, pending);
      return (tx) => publishTopic(tx, pending, opening);
    }
  }
}

const preparePendingPost = (
  context: Context,
  { member_id, role, title, body, poll, reply_to_post, ...pending }: PendingPost,
): Promise<PreparedPost> =>
  preparePost(context, {
    author: { id: member_id, role },
    title: title ?? undefined,
    body,
    poll,
    replyTo: reply_to_post ?? undefined,
    key: keyOf(pending),
    isApproved: true,
  });

const keyOf = ({ send_key: value, send_digest: digest }: Pick<PendingPost, 'send_key' | 'send_digest'>): SendKey | null =>
  value === null ? null : { value, digest };

async function publishPhoto(tx: Statements, organiser: Viewer, { pending_photo_id: photoId }: PendingPost): Promise<About> {
  if (photoId === null) throw notPostable();
  await postPendingPhoto(tx, organiser, photoId);
  return { photoId };
}

async function publishComment(
  tx: Statements,
  { member_id: id, photo_id, body, reply_to_comment: replyTo, critique, ...pending }: PendingPost,
): Promise<About> {
  const comment = { photoId: photo_id!, content: body, replyTo, critique, listed: null, key: keyOf(pending) };
  const result = await writeComment(tx, { id }, comment).catch(rethrowAsNotPostable);
  if (!result) throw notPostable();
  return { commentId: result.commentId };
}

async function publishForumPost(tx: Statements, { topic_id }: PendingPost, post: PreparedPost): Promise<About> {
  const topicId = topic_id!;
  if (!(await addReply(tx, topicId, post))) throw notPostable();
  return { topicId, postId: post.id };
}

async function publishTopic(
  tx: Statements,
  { member_id, category_id, title, about_photo_id }: PendingPost,
  opening: PreparedPost,
): Promise<About> {
  const id = newId();
  const topic = {
    id,
    author_id: member_id,
    category_id: category_id!,
    title: title!,
    slug: slugOf(title!),
    photo_id: about_photo_id,
  };
  if (!(await writeTopic(tx, topic, opening))) throw notPostable();
  return { topicId: id };
}

/** The photo, topic or category is gone, locked, or closed to the author. */
const notPostable = (): Refusal => new Refusal('conflict', 'pendingNotPostable');

function rethrowAsNotPostable(error: unknown): never {
  throw error instanceof Refusal ? notPostable() : error;
}
