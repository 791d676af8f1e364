/*
 * Every key of the client's cache. What belongs together begins alike, and what distinguishes is named: a key that says less matches
 * all that say as much (`galleryKey({ username })` finds every gallery of that member). Each key is used by the one feature that asks
 * for it; what a change does to the others is in cache-events/.
 */
import type { QueryKey } from '@tanstack/react-query';

// In a file of its own: the entry asks for the feed, and needs no other key.
export { feedKey } from './feed-key.ts';
export const siteKey: QueryKey = ['site'];
/** The community's rules. */
export const rulesKey: QueryKey = ['rules'];
export const siteSettingsKey: QueryKey = ['site-settings'];
/** Words and links that are refused or reported. */
export const filtersKey: QueryKey = ['filters'];
export const sitePageKey = (page: string): QueryKey => ['site-page', page];
export const accountsKey = (of: { search?: string; role?: string; state?: string }): QueryKey => ['accounts', of];
export const communityHealthKey: QueryKey = ['community-health'];
export const announcementsKey: QueryKey = ['announcements'];
export const accountKey = (id: string): QueryKey => ['account', id];
export const emailStatusKey: QueryKey = ['email-status'];
export const categoriesKey: QueryKey = ['categories'];
export const interestsKey: QueryKey = ['interests'];

/** Every list of posts. */
export const postListsKey: QueryKey = ['posts'];
export const trendingKey: QueryKey = ['posts', { list: 'trending' }];
export const trendingNowKey: QueryKey = ['posts', { list: 'trending-now' }];
export const foundPostsKey = (filters: { words: string; category: string }): QueryKey => ['posts', { list: 'found', ...filters }];

/** The first few of every kind that words find. */
export const everythingFoundKey = (words: string): QueryKey => ['everything-found', words];

/** `username` in lower case; `category`: its slug, or '' for all; `as`: with whose eyes, or to choose from. */
export const galleryKey = (of: { username?: string; category?: string; as?: string; viewer?: string }): QueryKey => [
  'posts',
  { list: 'gallery', ...of },
];
/** What the viewer saved. */
export const savedPostsKey: QueryKey = ['posts', { list: 'saved' }];
export const taggedPostsKey = (tag: string): QueryKey => ['posts', { list: 'tagged', tag }];
export const newPostsKey = (of: { feed?: string; after?: string }): QueryKey => ['new-posts', of];
export const openStacksKey: QueryKey = ['open-stacks'];

/** A tag by itself. */
export const tagKey = (tag: string): QueryKey => ['tag', tag];
export const tagsBeginningKey = (beginning: string | null): QueryKey => ['tags-beginning', beginning];

/** Every post looked at by itself, with what belongs to it. */
export const postsKey: QueryKey = ['post'];
export const postKey = (id: string): QueryKey => ['post', id];
export const commentsKey = (postId: string): QueryKey => ['post', postId, 'comments'];
/** One comment that a link leads to. */
export const commentKey = (postId: string, id: string): QueryKey => ['post', postId, 'comment', id];
/** Of a post or a comment. */
export const likersKey = (id: string): QueryKey => ['post', id, 'likers'];

/** `username` in lower case. */
export const profileKey = (of: { username?: string; as?: string; viewer?: string }): QueryKey => ['profile', of];

export const membersFoundKey = (words: string): QueryKey => ['members', { list: 'found', words }];
export const membersNamedKey = (beginning: string | null): QueryKey => ['members', { list: 'named', beginning }];
export const suggestedMembersKey: QueryKey = ['members', { list: 'suggested' }];
export const followsKey = (list: 'followers' | 'following', id: string): QueryKey => ['members', { list, id }];
export const blockedOrMutedKey = (list: 'blocked' | 'muted'): QueryKey => ['members', { list }];

/** The bell's and every list. */
export const notificationsKey: QueryKey = ['notifications'];
export const latestNotificationsKey: QueryKey = ['notifications', { list: 'latest' }];
export const notificationListKey = (filter: string): QueryKey => ['notifications', { list: 'all', filter }];
export const notificationGroupKey = (id: string): QueryKey => ['notifications', { list: 'group', id }];

export const forumSettingsKey: QueryKey = ['forum-settings'];
export const storageKey: QueryKey = ['storage'];
export const waysInKey: QueryKey = ['ways-in'];
export const devicesKey: QueryKey = ['devices'];
/** The devices that notifications are pushed to. */
export const pushDevicesKey: QueryKey = ['push-devices'];

export const forumCategoriesKey: QueryKey = ['forum-categories'];
/** Every list of topics. */
export const forumTopicListsKey: QueryKey = ['forum-topics'];
export const forumTopicListKey = (of: { category?: string; sort?: string; filter?: string }): QueryKey => ['forum-topics', of];
export const foundTopicsKey = (words: string): QueryKey => ['forum-topics', { list: 'found', words }];
export const newestForumTopicsKey = (category: string): QueryKey => ['forum-topics', { list: 'newest', category }];
/** A topic looked at by itself, with what belongs to it. */
export const forumTopicKey = (id: string): QueryKey => ['forum-topic', id];
/** The posts of a topic that are loaded, which are in one piece. */
export const forumPostsKey = (topicId: string): QueryKey => ['forum-topic', topicId, 'posts'];
export const forumPostsAddedKey = (topicId: string, of: { after?: number; upTo?: number }): QueryKey => [
  'forum-topic',
  topicId,
  'added',
  of,
];
/** Topics that another can be merged into. */
export const mergeTargetsKey = (typed: string): QueryKey => ['forum-merge-targets', typed];
/** The images that its posts show. */
export const forumTopicImagesKey = (topicId: string): QueryKey => ['forum-topic', topicId, 'images'];
/** The topics about a photo, among the lists of topics. */
export const topicsAboutPhotoKey = (photoId: string): QueryKey => ['forum-topics', { list: 'about', photo: photoId }];
export const topicsWithTagKey = (tag: string): QueryKey => ['forum-topics', { list: 'tagged', tag }];
/** Who voted for a choice of a closed poll. */
export const pollVotersKey = (choiceId: string): QueryKey => ['poll-voters', choiceId];
export const forumPostVersionsKey = (postId: string): QueryKey => ['forum-post-versions', postId];
export const forumDraftsKey: QueryKey = ['forum-drafts'];
export const previewKey = (body: string): QueryKey => ['preview', body];
export const similarTopicsKey = (title: string): QueryKey => ['similar-topics', title];
/** What was found of the forum by words and filters. */
export const forumSearchKey = (of: { q: string; category?: string; author?: string; since?: string; until?: string }): QueryKey => [
  'forum-search',
  of,
];
/** What organisers are asked to look at, and what they did. */
export const moderationKey: QueryKey = ['moderation'];
export const reportsKey = (state: 'open' | 'resolved'): QueryKey => ['moderation', { list: 'reports', state }];
/** What organisers know around a report. */
export const reportKey = (id: string): QueryKey => ['moderation', 'report', id];
/** Who asks to join. */
export const applicationsKey: QueryKey = ['moderation', { list: 'applications' }];
/** What the visitor is asked, who waits to be let in. */
export const ownApplicationKey: QueryKey = ['own-application'];
/** What waits for an organiser before it is posted. */
export const pendingKey: QueryKey = ['moderation', { list: 'pending' }];
/** … of the visitor's own. */
export const ownPendingKey: QueryKey = ['own-pending'];
export const appealsKey: QueryKey = ['moderation', { list: 'appeals' }];
export const moderationLogKey = (of: { action?: string; actor?: string }): QueryKey => ['moderation', { list: 'log', ...of }];
/** What organisers decided about something of the viewer's. */
export const decisionKey = (id: string): QueryKey => ['decision', id];
/** Who is writing in a topic just now. */
export const replyingKey = (topicId: string): QueryKey => ['forum-replying', topicId];
/** Whether a member is online; without an id, of all. */
export const presenceKey = (id?: string): QueryKey => (id === undefined ? ['presence'] : ['presence', id]);
/** Who may join, as admins set it. */
export const joiningKey: QueryKey = ['joining'];
export const invitationsKey: QueryKey = ['invitations'];
export const invitationListKey = (whose: 'own' | 'all'): QueryKey => ['invitations', { list: whose }];
export const invitedKey = (id: string): QueryKey => ['invitations', { invited: id }];
/** What an invitation that was opened says of itself. */
export const checkedInvitationKey = (token: string | undefined): QueryKey => ['checked-invitation', token];
