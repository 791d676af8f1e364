import type { QueryClient } from '@tanstack/react-query';
import {
  conversationCountsKey,
  conversationKey,
  conversationsKey,
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
 * Hints name a changed subject, without its new data. Active queries are refetched now, the others when next shown. Components
 * that show comments or posts of a topic refetch these themselves, because only they know the visible range.
 */

/** Refetches notifications and their counts, and the followers, because a notification may be about a new follower. */
export function notificationsHinted(client: QueryClient, viewerId: string): void {
  invalidate(client, notificationsKey);
  invalidate(client, profileKey({}));
  invalidate(client, followsKey('followers', viewerId));
}

export function postHinted(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: postKey(id), exact: true });
  invalidate(client, likersKey(id));
}

export const topicHinted = (client: QueryClient, id: string): void =>
  void client.invalidateQueries({ queryKey: forumTopicKey(id), exact: true });

export const feedHinted = (client: QueryClient): void => invalidate(client, newPostsKey({}));

export const replyingHinted = (client: QueryClient, topicId: string): void => invalidate(client, replyingKey(topicId));

/**
 * Refetches the counts of conversations, and one conversation, or all with their lists without an id. The open list and the open conversation
 * fetch only what changed in one.
 */
export function messagesHinted(client: QueryClient, id?: string): void {
  void client.invalidateQueries({ queryKey: conversationsKey, ...(id !== undefined && { refetchType: 'none' }) });
  invalidate(client, conversationCountsKey);
  invalidate(client, conversationKey(id));
}

/** Refetches one member's presence, or everyone's without an id. */
export const presenceHinted = (client: QueryClient, id?: string): void => invalidate(client, presenceKey(id));

/** Restarts poll timers, because queries poll only while the event stream is closed. */
export function streamingChanged(client: QueryClient): void {
  // An empty state change makes observers read their interval again.
  for (const query of client.getQueryCache().findAll({ type: 'active' })) query.setState({});
}

const invalidate = (client: QueryClient, queryKey: ReturnType<typeof postKey>): void => void client.invalidateQueries({ queryKey });
