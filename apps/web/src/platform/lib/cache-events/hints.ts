import type { QueryClient } from '@tanstack/react-query';
import {
  followsKey,
  forumTopicKey,
  likersKey,
  newPostsKey,
  notificationsKey,
  postKey,
  presenceKey,
  profileKey,
  replyingKey,
} from '~/platform/lib/query-keys.ts';

/*
 * The server said that something has changed, and not what. What is in view is read anew at once, the rest when it is next looked at. The
 * long lists, comments and posts of a topic, are read anew by those who show them: only they know which part is read.
 */

/** There are other notifications, or others are unread. Perhaps somebody follows the viewer now. */
export function notificationsHinted(client: QueryClient, viewerId: string): void {
  invalidate(client, notificationsKey);
  invalidate(client, profileKey({}));
  invalidate(client, followsKey('followers', viewerId));
}

/** A post has other likes or comments, was changed, or is gone. */
export function postHinted(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: postKey(id), exact: true });
  invalidate(client, likersKey(id));
}

/** A topic has other posts, likes or an answer, was changed, or is gone. */
export const topicHinted = (client: QueryClient, id: string): void =>
  void client.invalidateQueries({ queryKey: forumTopicKey(id), exact: true });

/** There may be new posts for the feed. */
export const feedHinted = (client: QueryClient): void => invalidate(client, newPostsKey({}));

/** Others write in a topic, or no more. */
export const replyingHinted = (client: QueryClient, topicId: string): void => invalidate(client, replyingKey(topicId));

/** A member came or went; without an id, many may have. */
export const presenceHinted = (client: QueryClient, id?: string): void => invalidate(client, presenceKey(id));

/** The server says by itself what changes, or no more: what is asked for again and again is asked for at another pace. */
export function streamingChanged(client: QueryClient): void {
  // Nothing of them changes: who shows them sets the timer anew.
  for (const query of client.getQueryCache().findAll({ type: 'active' })) query.setState({});
}

const invalidate = (client: QueryClient, queryKey: ReturnType<typeof postKey>): void => void client.invalidateQueries({ queryKey });
