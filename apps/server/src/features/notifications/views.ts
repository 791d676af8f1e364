import type { Notification } from '@mbari/contract/shapes/notifications';
import { viewAuthor } from '../members/views.ts';
import type { NotificationRow } from './queries.ts';
import { sentenceOf } from './sentence.ts';

/** A notification as its recipient reads it. */
export function viewNotification(row: NotificationRow): Notification {
  const actor = row.author_id === null ? null : viewAuthor(row);
  return {
    id: row.id,
    type: typeOf(row.type),
    ...sentenceOf(row, actor?.name),
    user: actor,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    action_url: addressOf(row, actor?.username),
    forum: viewForum(row),
  };
}

/** The specification has four types; the others are told apart by what is said about the forum. */
const typeOf = (type: NotificationRow['type']): Notification['type'] =>
  type === 'like' || type === 'comment' || type === 'follow' ? type : type === 'reply' ? 'comment' : 'other';

function addressOf({ type, photo_id, forum_post: post }: NotificationRow, username: string | undefined): string | null {
  if (post !== null) return `/forum/t/${post.topic_id}/${post.slug}/${post.number}`;
  if (photo_id !== null) return `/post/${photo_id}`;
  return type === 'follow' && username !== undefined ? `/user/${username}` : null;
}

function viewForum({ type, forum_post: post }: NotificationRow): Notification['forum'] {
  if (post === null || type === 'comment' || type === 'follow' || type === 'other') return null;
  const { id, topic_id, slug, number, title, excerpt } = post;
  return { event: type, post_id: id, topic_id, slug, number, title, excerpt };
}
