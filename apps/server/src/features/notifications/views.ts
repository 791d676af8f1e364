import type { Notification } from '@mbari/contract/shapes/notifications';
import { viewAuthor } from '../members/views.ts';
import type { NotificationRow } from './queries.ts';

/** A notification as its recipient reads it. The sentence is made now, from the names as they are now. */
export function viewNotification(row: NotificationRow): Notification {
  const actor = row.author_id === null ? null : viewAuthor(row);
  return {
    id: row.id,
    // The contract has no type of its own for it.
    type: row.type === 'mention' ? 'other' : row.type,
    message: sentence(row, actor?.name ?? 'Somebody'),
    user: actor,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    action_url:
      row.photo_id !== null ? `/post/${row.photo_id}` : row.type === 'follow' && actor !== null ? `/user/${actor.username}` : null,
  };
}

function sentence({ type, photo_title: title }: NotificationRow, name: string): string {
  switch (type) {
    case 'like':
      return `${name} liked your photo “${title}”`;
    case 'comment':
      return `${name} commented on your photo “${title}”`;
    case 'mention':
      return `${name} mentioned you in a comment on “${title}”`;
    case 'follow':
      return `${name} followed you`;
    case 'other':
      return title === null ? `News from ${name}` : `News about the photo “${title}”`;
  }
}
