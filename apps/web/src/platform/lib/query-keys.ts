/*
 * All query keys. Related keys share a prefix, and a shorter key matches all longer ones: `galleryKey({ username })` matches
 * every gallery of that member. One feature fetches each key; the functions in cache-events/ update it after changes elsewhere.
 */
import type { QueryKey } from '@tanstack/react-query';

// A file of its own, because the entry chunk needs no other key.
export { feedKey } from './feed-key.ts';
export const siteKey: QueryKey = ['site'];
export const rulesKey: QueryKey = ['rules'];
export const siteSettingsKey: QueryKey = ['site-settings'];
export const filtersKey: QueryKey = ['filters'];
export const sitePageKey = (page: string): QueryKey => ['site-page', page];
export const accountsKey = (of: { search?: string; role?: string; state?: string }): QueryKey => ['accounts', of];
export const communityHealthKey: QueryKey = ['community-health'];
export const announcementsKey: QueryKey = ['announcements'];
export const webhooksKey: QueryKey = ['webhooks'];
export const webhookDeliveriesKey = (id: string): QueryKey => [...webhooksKey, id];
export const systemKey: QueryKey = ['system'];
export const systemChecksKey: QueryKey = ['system-checks'];
export const accountKey = (id: string): QueryKey => ['account', id];
export const emailStatusKey: QueryKey = ['email-status'];
export const categoriesKey: QueryKey = ['categories'];
export const interestsKey: QueryKey = ['interests'];

export const postListsKey: QueryKey = ['posts'];
export const trendingKey: QueryKey = ['posts', { list: 'trending' }];
export const trendingNowKey: QueryKey = ['posts', { list: 'trending-now' }];
export const foundPostsKey = (filters: { words: string; category: string }): QueryKey => ['posts', { list: 'found', ...filters }];

export const searchAnswerKey = (words: string): QueryKey => ['search', words];

/** `username` in lower case; `category`: its slug, or '' for all; `as`: viewer role of a profile preview. */
export const galleryKey = (of: { username?: string; category?: string; as?: string; viewer?: string }): QueryKey => [
  'posts',
  { list: 'gallery', ...of },
];
export const savedPostsKey: QueryKey = ['posts', { list: 'saved' }];
export const archivedPostsKey: QueryKey = ['posts', { list: 'archived' }];
export const labelledPostsKey = (label: { tag: string } | { place: string }): QueryKey => ['posts', { list: 'labelled', ...label }];
/** Posts whose authors ask to name the viewer. */
export const nameRequestsKey: QueryKey = ['posts', { list: 'name-requests' }];
export const critiqueListKey = (of: { list: string; category: string }): QueryKey => ['critique', of];
/** Others' images without an alternative text. */
export const undescribedKey: QueryKey = ['undescribed'];
export const ownPlacesKey: QueryKey = ['own-places'];
export const scheduledPostsKey: QueryKey = ['posts', { list: 'scheduled' }];
export const seriesKey = (id?: string): QueryKey => ['posts', { list: 'series', ...(id !== undefined && { id }) }];
/** Series of a profile. `username` in lower case; `as`: viewer role of a profile preview. */
export const profileSeriesKey = (of: { username?: string; as?: string; viewer?: string }): QueryKey => [
  'series',
  { list: 'profile', ...of },
];
/** The viewer's own series, with whether each has the post. */
export const ownSeriesKey = (photoId = ''): QueryKey => ['series', { list: 'own', photo: photoId }];
export const seriesListsKey: QueryKey = ['series'];
/** A room's works. `id`: the exhibition. */
export const roomKey = (id: string, number?: number): QueryKey => ['posts', { list: 'room', id, ...(number !== undefined && { number }) }];
export const roomsKey = (id: string, numbers: readonly number[]): QueryKey => ['posts', { list: 'room', id, numbers }];
export const exhibitionKey = (id: string): QueryKey => ['exhibition', id];
/** Without a state, matches all lists. */
export const exhibitionListKey = (state?: string): QueryKey => (state === undefined ? ['exhibitions'] : ['exhibitions', { state }]);
export const challengeKey = (id: string): QueryKey => ['challenge', id];
/** Handed out entries with the viewer's votes. */
export const votesKey = (id: string): QueryKey => ['challenge-votes', id];
/** A list of photos. */
export const resultsKey = (id: string): QueryKey => ['posts', { list: 'results', id }];
/** Without a list, matches both. */
export const challengeListKey = (list?: string): QueryKey => (list === undefined ? ['challenges'] : ['challenges', { list }]);
export const newPostsKey = (of: { feed?: string; after?: string }): QueryKey => ['new-posts', of];
export const openStacksKey: QueryKey = ['open-stacks'];

export const followedSubjectsKey: QueryKey = ['followed-subjects'];
export const tagKey = (tag: string): QueryKey => ['tag', tag];
export const tagsBeginningKey = (beginning: string | null): QueryKey => ['tags-beginning', beginning];

/** Prefix for single posts and their parts. */
export const postsKey: QueryKey = ['post'];
export const postKey = (id: string): QueryKey => ['post', id];
export const commentsKey = (postId: string): QueryKey => ['post', postId, 'comments'];
export const commentKey = (postId: string, id: string): QueryKey => ['post', postId, 'comment', id];
export const likersKey = (id: string): QueryKey => ['post', id, 'likers'];

/** `username` in lower case. */
export const profileKey = (of: { username?: string; as?: string; viewer?: string }): QueryKey => ['profile', of];

export const membersFoundKey = (words: string): QueryKey => ['members', { list: 'found', words }];
export const membersNamedKey = (beginning: string | null): QueryKey => ['members', { list: 'named', beginning }];
export const suggestedMembersKey: QueryKey = ['members', { list: 'suggested' }];
export const followsKey = (list: 'followers' | 'following', id: string): QueryKey => ['members', { list, id }];
export const blockedOrMutedKey = (list: 'blocked' | 'muted'): QueryKey => ['members', { list }];

export const notificationsKey: QueryKey = ['notifications'];
export const latestNotificationsKey: QueryKey = ['notifications', { list: 'latest' }];
export const notificationListKey = (filter: string): QueryKey => ['notifications', { list: 'all', filter }];
export const notificationGroupKey = (id: string): QueryKey => ['notifications', { list: 'group', id }];

export const forumSettingsKey: QueryKey = ['forum-settings'];
export const storageKey: QueryKey = ['storage'];
export const signInMethodsKey: QueryKey = ['sign-in-methods'];
export const devicesKey: QueryKey = ['devices'];
export const apiTokensKey: QueryKey = ['api-tokens'];
export const pushDevicesKey: QueryKey = ['push-devices'];

export const forumCategoriesKey: QueryKey = ['forum-categories'];
export const forumTopicListsKey: QueryKey = ['forum-topics'];
export const forumTopicListKey = (of: { category?: string; sort?: string; filter?: string }): QueryKey => ['forum-topics', of];
export const topicResultsKey = (words: string): QueryKey => ['forum-topics', { list: 'found', words }];
export const newestForumTopicsKey = (category: string): QueryKey => ['forum-topics', { list: 'newest', category }];
/** Prefix for single topics and their parts. */
export const forumTopicKey = (id: string): QueryKey => ['forum-topic', id];
/** The last posts of a guest book. */
export const guestBookKey = (topicId: string): QueryKey => ['forum-topic', topicId, 'guest-book'];
/** The loaded, contiguous posts of a topic. */
export const forumPostsKey = (topicId: string): QueryKey => ['forum-topic', topicId, 'posts'];
export const forumPostsAddedKey = (topicId: string, of: { after?: number; upTo?: number }): QueryKey => [
  'forum-topic',
  topicId,
  'added',
  of,
];
export const mergeTargetsKey = (typed: string): QueryKey => ['forum-merge-targets', typed];
export const forumTopicImagesKey = (topicId: string): QueryKey => ['forum-topic', topicId, 'images'];
export const topicsAboutPhotoKey = (photoId: string): QueryKey => ['forum-topics', { list: 'about', photo: photoId }];
export const topicsWithTagKey = (tag: string): QueryKey => ['forum-topics', { list: 'tagged', tag }];
export const pollVotersKey = (choiceId: string): QueryKey => ['poll-voters', choiceId];
export const forumPostVersionsKey = (postId: string): QueryKey => ['forum-post-versions', postId];
export const forumDraftsKey: QueryKey = ['forum-drafts'];
export const previewKey = (body: string): QueryKey => ['preview', body];
export const similarTopicsKey = (title: string): QueryKey => ['similar-topics', title];
export const forumSearchKey = (of: { q: string; category?: string; author?: string; since?: string; until?: string }): QueryKey => [
  'forum-search',
  of,
];
export const moderationKey: QueryKey = ['moderation'];
export const reportsKey = (state: 'open' | 'resolved'): QueryKey => ['moderation', { list: 'reports', state }];
export const reportKey = (id: string): QueryKey => ['moderation', 'report', id];
export const applicationsKey: QueryKey = ['moderation', { list: 'applications' }];
export const ownApplicationKey: QueryKey = ['own-application'];
export const pendingKey: QueryKey = ['moderation', { list: 'pending' }];
export const ownPendingKey: QueryKey = ['own-pending'];
export const appealsKey: QueryKey = ['moderation', { list: 'appeals' }];
export const moderationLogKey = (of: { action?: string; actor?: string }): QueryKey => ['moderation', { list: 'log', ...of }];
export const decisionKey = (id: string): QueryKey => ['decision', id];
export const replyingKey = (topicId: string): QueryKey => ['forum-replying', topicId];
/** Without an id, matches all members. */
export const presenceKey = (id?: string): QueryKey => (id === undefined ? ['presence'] : ['presence', id]);
/** Prefix for lists and counts of conversations. */
export const conversationsKey: QueryKey = ['conversations'];
export const conversationListKey = (list: 'inbox' | 'unread' | 'requests'): QueryKey => ['conversations', { list }];
export const conversationCountsKey: QueryKey = ['conversations', 'counts'];
/** Without an id, matches all. */
export const conversationKey = (id?: string): QueryKey => (id === undefined ? ['conversation'] : ['conversation', id]);
/** The loaded, contiguous messages of a conversation. Not below `conversationKey`, because hints fetch only what changed. */
export const messagesKey = (id: string): QueryKey => ['messages', id];
export const foundMessagesKey = (of: { q: string; conversation?: string }): QueryKey => ['messages-found', of];
/** Messages offered beside a reported one. */
export const messagesAroundKey = (messageId: string): QueryKey => ['messages-around', messageId];
export const conversationWithKey = (memberId: string): QueryKey => ['conversation-with', memberId];
export const joiningKey: QueryKey = ['joining'];
export const invitationsKey: QueryKey = ['invitations'];
export const invitationListKey = (scope: 'own' | 'all'): QueryKey => ['invitations', { list: scope }];
export const invitedKey = (id: string): QueryKey => ['invitations', { invited: id }];
export const checkedInvitationKey = (token: string | undefined): QueryKey => ['checked-invitation', token];
