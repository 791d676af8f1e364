import type { Poll } from '@mbari/contract/forum/polls';
import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import type { ForumPostRow, ReplyTo } from './queries.ts';
import { mayDeleteForumPost, mayEditForumPost, mayReadVersions, mayReply } from './rules.ts';

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
