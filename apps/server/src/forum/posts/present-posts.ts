import type { Poll } from '@mbari/contract/forum/polls';
import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { flowingHtmlVersion } from '../../platform/markdown/markdown-renderer.ts';
import { rerender } from '../../platform/markdown/render-body.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { readPolls } from '../polls/read-polls.ts';
import { fillBodies, type FilledBody } from './fill-bodies.ts';
import { type ForumPostRow, type ReplyTo, updateHtml } from './queries.ts';
import { mayDeleteForumPost, mayEditForumPost, mayReadVersions, mayReply } from './rules.ts';

export async function presentForumPosts(
  context: Context,
  viewer: Viewer,
  rows: readonly ForumPostRow[],
  topic: { is_locked: boolean },
): Promise<ForumPost[]> {
  const withPoll = rows.filter(({ author_id, has_poll }) => author_id !== null && has_poll);
  const [texts, polls] = await Promise.all([fillForumBodies(context, viewer, rows), readPolls(context, viewer, withPoll, topic)]);
  return rows.map((row, index) => viewForumPost(viewer, row, { ...(texts[index] ?? noText), poll: polls.get(row.id) ?? null }, topic));
}

type StoredBody = Pick<ForumPostRow, 'id' | 'body' | 'body_html' | 'html_version' | 'author_id'>;

/** Fills in posts' bodies. Re-renders and stores HTML of older renderers. */
export async function fillForumBodies(context: Context, viewer: Viewer, rows: readonly StoredBody[]): Promise<FilledBody[]> {
  const freshHtml = await rerenderStale(context, rows);
  const filledBodies = await fillBodies(
    context,
    viewer,
    rows.map(({ id, body, body_html, author_id }) => ({
      html: freshHtml.get(id) ?? body_html ?? '',
      body: body ?? '',
      authorId: author_id ?? '',
      postId: id,
    })),
  );
  return filledBodies.map((text, index) => {
    const { author_id: authorId = null, body = null } = rows[index] ?? {};
    return mayReadVersions(viewer, authorId) ? { ...text, body: body ?? '' } : text;
  });
}

export const noText: FilledBody = { html: '', body: '' };

async function rerenderStale(context: Context, rows: readonly StoredBody[]): Promise<ReadonlyMap<string, string>> {
  const stale = rows.flatMap(({ id, body, html_version }) => (body !== null && html_version < flowingHtmlVersion ? [{ id, body }] : []));
  if (stale.length === 0) return new Map();
  // One at a time, so that long posts do not block other requests.
  const rendered = [];
  for (const { id, body } of stale) rendered.push({ id, ...(await rerender(context, body)) });
  await updateHtml(context.db, rendered, flowingHtmlVersion);
  return new Map(rendered.map(({ id, html }) => [id, html]));
}

/** The caller has filled in `html` and `body`. */
export function viewForumPost(
  viewer: Viewer,
  row: ForumPostRow,
  { html, body, poll }: { html: string; body: string; poll: Poll | null },
  topic: { is_locked: boolean },
): ForumPost {
  const author = row.author_id === null ? null : viewAuthor(row);
  return {
    id: row.id,
    topic_id: row.topic_id,
    number: row.number,
    author,
    body,
    body_html: html,
    version: row.revision,
    // A deleted post shows only its number and date.
    reply_to: author && row.reply_to && viewReplyTo(row.reply_to),
    likes_count: author === null ? 0 : row.likes_count,
    is_liked: author !== null && row.is_liked,
    is_deleted: author === null,
    poll,
    edited_at: author && (row.edited_at?.toISOString() ?? null),
    created_at: row.created_at.toISOString(),
    viewer: viewPostRights(viewer, row, topic),
  };
}

export const viewPostRights = (
  viewer: Viewer,
  { author_id, number, is_visible }: Pick<ForumPostRow, 'author_id' | 'number' | 'is_visible'>,
  topic: { is_locked: boolean },
): ForumPost['viewer'] => ({
  may_edit: author_id !== null && mayEditForumPost(viewer, author_id, topic),
  may_delete: author_id !== null && mayDeleteForumPost(viewer, author_id, number),
  may_like: author_id !== null && is_visible,
  may_reply: author_id !== null && is_visible && mayReply(viewer, topic),
  may_report: author_id !== null && author_id !== viewer.id,
  may_read_versions: author_id !== null && mayReadVersions(viewer, author_id),
});

const viewReplyTo = (row: ReplyTo): ForumPost['reply_to'] => ({
  id: row.id,
  number: row.number,
  author: viewAuthor(row),
  excerpt: row.plain,
  topic: row.topic,
});
