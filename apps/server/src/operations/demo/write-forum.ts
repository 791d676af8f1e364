import { possibleUsernames } from '@mbari/contract/platform/mentions';
import { slugOf } from '@mbari/contract/platform/slug';
import type { PlannedForum, PlannedReply } from '@mbari/demo/plan-forum';
import type { PlannedPoll } from '@mbari/demo/plan-polls';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { htmlVersion, type RenderedMarkdown } from '../../platform/markdown/markdown-renderer.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import * as queries from './forum-queries.ts';

type Rendered = ReadonlyMap<string, RenderedMarkdown>;

/** HTML by post id. Sequential, because long texts share one worker thread. */
export async function renderForum(context: Context, { topics }: PlannedForum): Promise<Rendered> {
  const rendered = new Map<string, RenderedMarkdown>();
  for (const { id, body } of topics.flatMap(({ posts }) => posts)) rendered.set(id, await renderBody(context, body));
  return rendered;
}

export async function writeForum(tx: Statements, forum: PlannedForum, rendered: Rendered): Promise<void> {
  await writeTopics(tx, forum);
  await writePosts(
    tx,
    forum.topics.flatMap(({ id, posts }) => posts.map((post) => ({ topicId: id, ...post }))),
    rendered,
  );
  await queries.addLikes(tx, forum.likes);
  await queries.addTracks(
    tx,
    forum.tracks.map((one) => ({
      member_id: one.memberId,
      topic_id: one.topicId,
      read_number: one.readNumber,
      is_following: one.isFollowing,
    })),
  );
  await writePolls(tx, forum.polls);
  await queries.addForumNotifications(
    tx,
    forum.notifications.map((one) => ({
      id: one.id,
      member_id: one.memberId,
      type: one.type,
      actor_id: one.actorId,
      forum_post_id: one.postId,
      at: one.at,
      is_read: one.isRead,
    })),
  );
  await queries.addLogEntries(
    tx,
    forum.log.map(({ id, actorId, action, topicId, at }) => ({ id, actor_id: actorId, action, topic_id: topicId, at })),
  );
  await queries.setForumCounts(
    tx,
    forum.topics.map(({ id }) => id),
  );
}

async function writeTopics(tx: Statements, { topics }: PlannedForum): Promise<void> {
  await queries.addTopics(
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

async function writePosts(tx: Statements, posts: readonly (PlannedReply & { topicId: string })[], rendered: Rendered): Promise<void> {
  await queries.addPosts(
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
      before,
    })),
  );
  await queries.addMentions(
    tx,
    posts.flatMap(({ id }) =>
      rendered.get(id)!.mentions.flatMap((written) => possibleUsernames(written).map((name) => ({ post_id: id, name }))),
    ),
  );
}

async function writePolls(tx: Statements, polls: readonly PlannedPoll[]): Promise<void> {
  await queries.addPolls(
    tx,
    polls.map(({ postId, question, several, closesAt }) => ({ post_id: postId, question, several, closes_at: closesAt })),
  );
  await queries.addPollChoices(
    tx,
    polls.flatMap(({ postId, choices }) => choices.map(({ id, text }, index) => ({ id, post_id: postId, position: index + 1, text }))),
  );
  await queries.addPollVotes(
    tx,
    polls.flatMap(({ postId, votes }) =>
      votes.map(({ choiceId, memberId, at }) => ({ post_id: postId, choice_id: choiceId, member_id: memberId, at })),
    ),
  );
}
