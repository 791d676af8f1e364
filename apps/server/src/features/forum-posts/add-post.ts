import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { WrittenPoll } from '../forum-polls/prepare-poll.ts';
import { addReplyTogether } from './add-replies-together.ts';
import { movedOrNotFound } from './find-moved.ts';
import { hasMovedFrom } from './moved-queries.ts';
import { preparePost } from './prepare-post.ts';
import { presentForumPosts } from './present-posts.ts';
import { findByKey, findPostRow, findTopicOfPosts, type TopicOfPosts } from './queries.ts';
import { mayReply } from './rules.ts';

interface Reply {
  body: string;
  reply_to?: string | undefined;
  poll?: WrittenPoll | null | undefined;
}

/** Replies in a topic. Sent again under the same key, it is the post of before. */
export async function addForumPost(
  context: Context,
  viewer: Viewer,
  topicId: string,
  { body, reply_to: replyTo, poll }: Reply,
  key: string | null,
): Promise<ForumPost> {
  const topic = await requireTopic(context, viewer, topicId);
  const before = await findSentBefore(context, viewer, topic, key);
  if (before) return before;
  await context.limits.spend('forum post by member', viewer.id);
  requireOpen(viewer, topic);
  if (replyTo !== undefined && !isId(replyTo)) throw notFound('Post not found');
  const post = await preparePost(context, { authorId: viewer.id, body, replyTo, poll, key });
  const number = await addReplyTogether(context, topicId, post, { mayBeLocked: viewer.role !== 'member' });
  if (number !== null) return requirePost(context, viewer, topic, post.id);
  // It was not added: it came under this key at this very moment, or the topic was locked or went.
  const meanwhile = await findSentBefore(context, viewer, topic, key);
  if (meanwhile) return meanwhile;
  requireOpen(viewer, await requireTopic(context, viewer, topicId));
  throw notFound('Topic not found');
}

async function requireTopic(context: Context, viewer: Viewer, topicId: string): Promise<TopicOfPosts> {
  const topic = isId(topicId) ? await findTopicOfPosts(context.db, viewer.id, topicId) : undefined;
  if (!topic) throw await movedOrNotFound(context, viewer, topicId);
  return topic;
}

function requireOpen(viewer: Viewer, topic: TopicOfPosts): void {
  if (!mayReply(viewer, topic)) throw new Refusal('locked', 'This topic is locked: only organisers write in it.');
}

/** What was posted in this topic under the same key. */
async function findSentBefore(context: Context, viewer: Viewer, topic: TopicOfPosts, key: string | null): Promise<ForumPost | undefined> {
  const before = key === null ? undefined : await findByKey(context.db, viewer.id, key);
  if (!before) return undefined;
  if (before.topic_id === topic.id) return requirePost(context, viewer, topic, before.id);
  if (!(await hasMovedFrom(context.db, topic.id, before.id))) throw new Refusal('conflict', 'This was sent under the key of another post.');
  return requirePost(context, viewer, await requireTopic(context, viewer, before.topic_id), before.id);
}

async function requirePost(context: Context, viewer: Viewer, topic: TopicOfPosts, postId: string): Promise<ForumPost> {
  const row = await findPostRow(context.db, viewer.id, topic.id, postId);
  const [post] = row ? await presentForumPosts(context, viewer, [row], topic) : [];
  if (!post) throw notFound('Post not found');
  return post;
}
