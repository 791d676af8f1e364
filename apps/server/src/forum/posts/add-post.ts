import type { NewPollBody } from '@mbari/contract/forum/polls';
import type { ForumPost } from '@mbari/contract/forum/posts';
import { type Context, oncePerContext } from '../../platform/context.ts';
import { batch } from '../../platform/db/batch.ts';
import { requireSameRequest, type SendKey } from '../../platform/http/form.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { keepPending, type Reason, spendAsMember, whyPending } from '../../platform/screening/screen.ts';
import { hasMovedFrom } from '../moderation/queries.ts';
import { missingTopicError } from '../moderation/split-topic.ts';
import { addReplyInBatch } from './add-replies-in-batches.ts';
import { type PreparedPost, preparePost } from './prepare-post.ts';
import { presentForumPosts } from './present-posts.ts';
import { findPostRow, type ForumPostRow } from './queries.ts';
import { listTopicsToReply, type ReplyRequest, type TopicToReply } from './reply-queries.ts';
import { mayReply } from './rules.ts';

interface Reply {
  body: string;
  reply_to?: string | undefined;
  poll?: NewPollBody | null | undefined;
}

/** A repeated request with the same idempotency key returns the earlier post. */
export async function addForumPost(
  context: Context,
  viewer: Viewer,
  topicId: string,
  { body, reply_to: replyTo, poll }: Reply,
  key: SendKey | null,
): Promise<ForumPost> {
  const topic = await requireTopicToReply(context, viewer, topicId, key);
  const earlierPost = await findEarlierPost(context, viewer, topic, key);
  if (earlierPost) return earlierPost;
  await spendAsMember(context, viewer, 'forum post by member');
  requireOpen(viewer, topic);
  if (replyTo !== undefined && !isId(replyTo)) throw notFound('forumPostNotFound');
  const post = await preparePost(context, { author: viewer, body, replyTo, poll, key });
  const reason = await whyPending(context, viewer, post);
  if (reason !== null) return savePendingReply(context, viewer, { ...post, ...reason, topicId, writtenPoll: poll });
  const added = await addReplyInBatch(context, topicId, post, { mayBeLocked: viewer.role !== 'member' });
  if (added) return presentPost(context, viewer, topic, added);
  // Not added: a concurrent request used this key, or the topic was locked or deleted.
  const currentTopic = await requireTopicToReply(context, viewer, topicId, key);
  const concurrentPost = await findEarlierPost(context, viewer, currentTopic, key);
  if (concurrentPost) return concurrentPost;
  requireOpen(viewer, currentTopic);
  throw notFound('topicNotFound');
}

interface PendingReply extends PreparedPost, Reason {
  topicId: string;
  writtenPoll: NewPollBody | null | undefined;
}

/** Stores a reply for review, without a number. */
const savePendingReply = (
  { db }: Context,
  viewer: Viewer,
  { topicId, body, replyTo, images, writtenPoll, key, why, listed }: PendingReply,
): Promise<never> =>
  keepPending(
    db,
    viewer,
    {
      kind: 'forum_post',
      topicId,
      replyToPost: replyTo,
      body,
      imageIds: images.map(({ id }) => id),
      poll: writtenPoll ?? null,
      key,
      why,
      listed,
    },
    () => notFound('topicNotFound'),
  );

async function requireTopicToReply(context: Context, viewer: Viewer, topicId: string, key: SendKey | null): Promise<TopicToReply> {
  const topic = isId(topicId) ? await topicToReplyBatch(context)({ topicId, authorId: viewer.id, key: key?.value ?? null }) : undefined;
  if (!topic) throw await missingTopicError(context, viewer, topicId);
  return topic;
}

/** Finds the topics of all replies of one event-loop turn with one query. */
const topicToReplyBatch = oncePerContext(({ db }) =>
  batch(async (requests: ReplyRequest[]): Promise<(TopicToReply | undefined)[]> => {
    const topics = new Map((await listTopicsToReply(db, requests)).map(({ n, ...topic }) => [n, topic]));
    return requests.map((_, index) => topics.get(index + 1));
  }),
);

function requireOpen(viewer: Viewer, topic: TopicToReply): void {
  if (!mayReply(viewer, topic)) throw new Refusal('locked', 'topicLocked');
}

/** Finds the post added under the same idempotency key. */
async function findEarlierPost(context: Context, viewer: Viewer, topic: TopicToReply, key: SendKey | null): Promise<ForumPost | undefined> {
  const { sent_id: id, sent_topic_id: topicId } = topic;
  if (key === null || id === null || topicId === null) return undefined;
  requireSameRequest(key, topic.sent_digest);
  if (topicId === topic.id) return requirePost(context, viewer, topic, id);
  if (!(await hasMovedFrom(context.db, topic.id, id))) throw new Refusal('idempotency_key_reused', 'keyReused');
  return requirePost(context, viewer, await requireTopicToReply(context, viewer, topicId, null), id);
}

async function requirePost(context: Context, viewer: Viewer, topic: TopicToReply, postId: string): Promise<ForumPost> {
  const row = await findPostRow(context.db, viewer.id, topic.id, postId);
  if (!row) throw notFound('forumPostNotFound');
  return presentPost(context, viewer, topic, row);
}

async function presentPost(context: Context, viewer: Viewer, topic: TopicToReply, row: ForumPostRow): Promise<ForumPost> {
  const [post] = await presentForumPosts(context, viewer, [row], topic);
  return post!;
}
