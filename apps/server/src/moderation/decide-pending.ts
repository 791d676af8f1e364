import type * as calls from '@mbari/contract/moderation/pending-posts';
import type { OwnPending, Pending } from '@mbari/contract/moderation/pending-posts';
import { slugOf } from '@mbari/contract/platform/slug';
import type { z } from 'zod';
import { addReply } from '../forum/posts/add-replies-in-batches.ts';
import { type PreparedPost, preparePost } from '../forum/posts/prepare-post.ts';
import { writeTopic } from '../forum/topics/create-topic.ts';
import { notifyOfModeration } from '../notifications/notify.ts';
import { writeComment } from '../photos/comments/write-comment.ts';
import { discardPendingPhoto, postPendingPhoto } from '../photos/posts/photo-fields.ts';
import type { Context } from '../platform/context.ts';
import { type Statements, violates } from '../platform/db/database.ts';
import type { SendKey } from '../platform/http/form.ts';
import { badCursor, literalLimit } from '../platform/http/lists.ts';
import type { Organiser, Viewer } from '../platform/http/viewer.ts';
import { highestId, isId, lowestId, newId } from '../platform/ids.ts';
import { mediaUrl } from '../platform/images/urls.ts';
import { viewAuthor } from '../platform/member-views.ts';
import { type About, asOrganiser, recordModeration } from '../platform/moderation/record-moderation.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import {
  countOpen,
  findPendingPost,
  isDecided,
  isOwnPosted,
  listOpenRows,
  listOwnRows,
  lockAuthor,
  type PendingPost,
  type PendingRow,
  removeOwn,
  setDecided,
} from '../platform/screening/queries.ts';

type Body = z.output<typeof calls.decidePending.shape.body>;

/** Publishes or declines a pending post and notifies its author. A second organiser gets a conflict. */
export async function decidePending(context: Context, viewer: Organiser, id: string, { verdict, reason = '' }: Body): Promise<void> {
  const pending = isId(id) ? await findPendingPost(context.db, viewer.id, id) : undefined;
  if (!pending) throw notFound('pendingNotFound');
  // Renders Markdown before anything is locked.
  const publish = verdict === 'approved' ? await preparePublication(context, viewer, pending) : null;
  try {
    await asOrganiser(context, viewer, async (tx) => {
      await requireAuthor(tx, pending, publish !== null);
      const isNewDecision =
        (await setDecided(tx, id, { deciderId: viewer.id, isApproved: publish !== null, reason: publish ? null : reason || null })) > 0;
      if (!isNewDecision) throw (await isDecided(tx, id)) ? new Refusal('conflict', 'pendingDecided') : notFound('pendingNotFound');
      const about = publish ? await publish(tx) : await decline(tx, pending, reason);
      const entry = await recordModeration(tx, viewer, publish ? 'approve_post' : 'decline_post', {
        ...about,
        memberId: pending.member_id,
        details: { type: 'pending', kind: pending.kind },
      });
      await notifyOfModeration(tx, entry, [pending.member_id]);
    });
  } catch (error) {
    // The author repeated the forum post with its idempotency key, and the repetition was published directly.
    if (violates(error, 'forum_posts_key')) throw new Refusal('conflict', 'pendingNotPostable');
    throw error;
  }
}

/** Refuses to publish for an author who may not write. The post stays pending. */
async function requireAuthor(tx: Statements, { member_id: memberId }: PendingPost, isApproved: boolean): Promise<void> {
  const author = await lockAuthor(tx, memberId);
  if (!author) throw notFound('pendingNotFound');
  if (isApproved && (!author.is_live || author.is_silenced)) throw new Refusal('conflict', 'pendingAuthorAway');
}

async function decline(tx: Statements, { pending_photo_id: photoId }: PendingPost, reason: string): Promise<About> {
  if (photoId !== null) await discardPendingPhoto(tx, photoId);
  return { reason };
}

/** Withdraws a pending post or dismisses a declined one. A post that was published in the meantime stays. */
export async function withdrawPending({ db, limits }: Context, viewer: Viewer, id: string): Promise<void> {
  await limits.spend('delete by member', viewer.id);
  if (!isId(id)) throw notFound('pendingNotFound');
  await db.transaction(async (tx) => {
    const pending = await removeOwn(tx, viewer.id, id);
    if (!pending)
      throw (await isOwnPosted(tx, viewer.id, id)) ? new Refusal('conflict', 'pendingPostedMeanwhile') : notFound('pendingNotFound');
    if (pending.pending_photo_id !== null) await discardPendingPhoto(tx, pending.pending_photo_id);
  });
}

type Query = z.output<typeof calls.listPending.shape.query>;

export async function listOwnPending(
  context: Context,
  viewer: Viewer,
  { per_page, cursor }: Query,
): Promise<z.input<typeof calls.listOwnPending.shape.answer>> {
  const rows = await listOwnRows(context.db, viewer.id, requireCursor(cursor) ?? highestId, literalLimit(per_page + 1));
  const page = rows.slice(0, per_page);
  return {
    data: page.map((row) => ({
      ...viewPending(context, row, true),
      state: row.is_waiting ? 'waiting' : 'declined',
      reason: row.reason,
    })),
    meta: { per_page, next_cursor: rows.length > per_page ? page.at(-1)!.id : null },
  };
}

export async function listPending(
  context: Context,
  viewer: Viewer,
  { per_page, cursor }: Query,
): Promise<z.input<typeof calls.listPending.shape.answer>> {
  const after = requireCursor(cursor) ?? lowestId;
  const [rows, count] = await Promise.all([
    listOpenRows(context.db, viewer.id, after, literalLimit(per_page + 1)),
    countOpen(context.db, viewer.id),
  ]);
  const page = rows.slice(0, per_page);
  return {
    data: page.map((row) => ({ ...viewPending(context, row, false), member: viewAuthor(row), why: row.why, listed: row.listed })),
    meta: { per_page, next_cursor: rows.length > per_page ? page.at(-1)!.id : null, open_count: count },
  };
}

function requireCursor(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !isId(cursor)) throw badCursor();
  return cursor;
}

const viewPending = (
  context: Pick<Context, 'secrets' | 'now'>,
  { id, kind, title, body, poll, images, warning, target, created_at }: PendingRow,
  isOwner: boolean,
): Omit<OwnPending & Pending, 'state' | 'reason' | 'member' | 'why' | 'listed'> => ({
  id,
  kind,
  title,
  body,
  poll: poll && { question: poll.question ?? '', choices: poll.choices },
  images: images.map(({ widths, width, height, alt, ...image }) => ({
    image_path: mediaUrl(context, image, widthFor(widths), 'webp', { isPublic: false, isOwner, now: context.now() }),
    width,
    height,
    alt,
  })),
  warning,
  target,
  created_at: created_at.toISOString(),
});

const widthFor = (widths: readonly number[]): number => widths.find((width) => width >= 600) ?? Math.max(...widths);

type Publish = (tx: Statements) => Promise<About>;

/** Prepares a pending post as if its author sent it now, but skips screening of words and links. */
async function preparePublication(context: Context, organiser: Viewer, pending: PendingPost): Promise<Publish> {
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
