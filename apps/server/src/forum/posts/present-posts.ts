import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { flowingHtmlVersion } from '../../platform/markdown/markdown-renderer.ts';
import { rerender } from '../../platform/markdown/render-body.ts';
import { readPolls } from '../polls/read-polls.ts';
import { fillBodies, type FilledBody } from './fill-bodies.ts';
import { type ForumPostRow, updateHtml } from './queries.ts';
import { mayReadVersions } from './rules.ts';
import { viewForumPost } from './views.ts';

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
