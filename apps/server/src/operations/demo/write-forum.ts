import { possibleUsernames } from '@mbari/contract/platform/parse-text';
import { slugOf } from '@mbari/contract/platform/slug';
import type { PlannedForum, PlannedPoll, PlannedReply } from '@mbari/demo/plan-forum';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { htmlVersion, type RenderedMarkdown } from '../../platform/markdown/markdown-renderer.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import { insertMentions, insertPosts } from '../import/queries.ts';
import * as queries from './forum-queries.ts';
import { insertNotifications } from './queries.ts';

type RenderedPosts = ReadonlyMap<string, RenderedMarkdown>;

/** Renders each post's HTML, by post id. Sequential, because long texts share one worker thread. */
export async function renderForum(context: Context, { topics }: PlannedForum): Promise<RenderedPosts> {
  const rendered = new Map<string, RenderedMarkdown>();
  for (const { id, body } of topics.flatMap(({ posts }) => posts)) rendered.set(id, await renderBody(context, body));
  return rendered;
}

export async function writeForum(tx: Statements, forum: PlannedForum, rendered: RenderedPosts): Promise<void> {
  await writeTopics(tx, forum);
  await writePosts(
    tx,
    forum.topics.flatMap(({ id, posts }) => posts.map((post) => ({ topicId: id, ...post }))),
    rendered,
  );
  await queries.insertLikes(tx, forum.likes);
  await queries.insertTracks(
    tx,
    forum.tracks.map((track) => ({
      member_id: track.memberId,
      topic_id: track.topicId,
      read_number: track.readNumber,
      is_following: track.isFollowing,
    })),
  );
  await writePolls(tx, forum.polls);
  await insertNotifications(
    tx,
    forum.notifications.map((notification) => ({
      id: notification.id,
      member_id: notification.memberId,
      type: notification.type,
      actor_id: notification.actorId,
      photo_id: null,
      comment_id: null,
      forum_post_id: notification.postId,
      created_at: notification.at,
      read_at: notification.isRead ? new Date(notification.at.getTime() + 60_000) : null,
    })),
  );
  await queries.insertLogEntries(
    tx,
    forum.log.map(({ id, actorId, action, topicId, at }) => ({ id, actor_id: actorId, action, topic_id: topicId, at })),
  );
  await queries.setForumCounts(
    tx,
    forum.topics.map(({ id }) => id),
  );
}

async function writeTopics(tx: Statements, { topics }: PlannedForum): Promise<void> {
  await queries.insertTopics(
    tx,
    topics.map(({ id, category, authorId, title, photoId, createdAt, posts, solvedPostId, isPinned, isLocked }) => ({
      id,
      category,
      author_id: authorId,
      title,
      slug: slugOf(title),
      photo_id: photoId,
      last_number: posts.length,
      posts_count: posts.length,
      latest_post_id: posts.at(-1)!.id,
      solved_post_id: solvedPostId,
      locked_at: isLocked ? posts.at(-1)!.at : null,
      pinned_at: isPinned ? createdAt : null,
      created_at: createdAt,
    })),
  );
}

async function writePosts(tx: Statements, posts: readonly (PlannedReply & { topicId: string })[], rendered: RenderedPosts): Promise<void> {
  await insertPosts(
    tx,
    posts.map(({ id, topicId, number, authorId, body, replyToId, at, before }) => ({
      id,
      topic_id: topicId,
      number,
      author_id: authorId,
      body,
      body_html: rendered.get(id)!.html,
      html_version: htmlVersion,
      plain: rendered.get(id)!.plain,
      reply_to_id: replyToId,
      created_at: at,
      edited_at: before === null ? null : new Date(at.getTime() + 20 * 60_000),
    })),
  );
  await queries.insertVersions(
    tx,
    posts.flatMap(({ id, authorId, at, before }) =>
      before === null ? [] : [{ post_id: id, body: before, edited_by: authorId, written_at: at }],
    ),
  );
  await insertMentions(
    tx,
    posts.flatMap(({ id }) =>
      rendered.get(id)!.mentions.flatMap((mention) => possibleUsernames(mention).map((name) => ({ post_id: id, name }))),
    ),
  );
}

async function writePolls(tx: Statements, polls: readonly PlannedPoll[]): Promise<void> {
  await queries.insertPolls(
    tx,
    polls.map(({ postId, question, several, closesAt }) => ({ post_id: postId, question, several, closes_at: closesAt })),
  );
  await queries.insertPollChoices(
    tx,
    polls.flatMap(({ postId, choices }) => choices.map(({ id, text }, index) => ({ id, post_id: postId, position: index + 1, text }))),
  );
  await queries.insertPollVotes(
    tx,
    polls.flatMap(({ postId, votes }) =>
      votes.map(({ choiceId, memberId, at }) => ({ post_id: postId, choice_id: choiceId, member_id: memberId, at })),
    ),
  );
}
