import type { Notification } from '@mbari/contract/shapes/notifications';
import { viewAuthor } from '../members/views.ts';
import type { ForumSubject, NotificationRow } from './queries.ts';

/** A notification as its recipient reads it. The sentence is made now, from the names as they are now. */
export function viewNotification(row: NotificationRow): Notification {
  const actor = row.author_id === null ? null : viewAuthor(row);
  return {
    id: row.id,
    type: typeOf(row.type),
    message: sentence(row, actor?.name ?? 'Somebody'),
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

function sentence({ type, photo_title: title, forum_post: post }: NotificationRow, name: string): string {
  if (post !== null) return forumSentence(type, post, name);
  switch (type) {
    case 'like':
      return `${name} liked your photo “${title}”`;
    case 'comment':
      return `${name} commented on your photo “${title}”`;
    case 'mention':
      return `${name} mentioned you in a comment on “${title}”`;
    case 'follow':
      return `${name} followed you`;
    default:
      return title === null ? `News from ${name}` : `News about the photo “${title}”`;
  }
}

function forumSentence(type: NotificationRow['type'], { title, category, is_own, is_answer }: ForumSubject, name: string): string {
  switch (type) {
    case 'like':
      return `${name} liked your post in “${title}”`;
    case 'mention':
      return `${name} mentioned you in “${title}”`;
    case 'reply':
      return is_answer ? `${name} replied to you in “${title}”` : `${name} replied in your topic “${title}”`;
    case 'followed_topic':
      return `${name} replied in “${title}”, a topic you follow`;
    case 'new_topic':
      return `${name} started “${title}” in ${category}`;
    case 'solved':
      return is_own ? `${name} marked your post as the answer in “${title}”` : `${name} marked an answer in your topic “${title}”`;
    default:
      return `News about “${title}”`;
  }
}
