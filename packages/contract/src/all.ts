import * as clientApiConsent from './client-api/consent.ts';
import * as communityAdminMembers from './community/admin-members.ts';
import * as communityAnnouncements from './community/announcements.ts';
import * as communityHealth from './community/health.ts';
import * as communitySearch from './community/search.ts';
import * as communityWebhooks from './community/webhooks.ts';
import * as forumCategories from './forum/categories.ts';
import * as forumDrafts from './forum/drafts.ts';
import * as forumImages from './forum/images.ts';
import * as forumModeration from './forum/moderation.ts';
import * as forumPolls from './forum/polls.ts';
import * as forumPosts from './forum/posts.ts';
import * as forumSearch from './forum/search.ts';
import * as forumTopics from './forum/topics.ts';
import * as forumTracks from './forum/tracks.ts';
import * as identityAccount from './identity/account.ts';
import * as identityApiTokens from './identity/api-tokens.ts';
import * as identityApplications from './identity/applications.ts';
import * as identityAuth from './identity/auth.ts';
import * as identityInvitations from './identity/invitations.ts';
import * as identityJoining from './identity/joining.ts';
import * as identityOauth from './identity/oauth.ts';
import * as identityPasskeys from './identity/passkeys.ts';
import * as identityPasswords from './identity/passwords.ts';
import * as identitySecurity from './identity/security.ts';
import * as identitySessions from './identity/sessions.ts';
import * as messagesConversations from './messages/conversations.ts';
import * as messages from './messages/messages.ts';
import * as moderationAppeals from './moderation/appeals.ts';
import * as moderationCases from './moderation/cases.ts';
import * as moderationPendingPosts from './moderation/pending-posts.ts';
import * as moderationRules from './moderation/rules.ts';
import * as notifications from './notifications/notifications.ts';
import * as notificationsPush from './notifications/push.ts';
import * as operationsSystem from './operations/system.ts';
import * as peopleBlocks from './people/blocks.ts';
import * as peopleDirectory from './people/directory.ts';
import * as peopleFollows from './people/follows.ts';
import * as peopleMembers from './people/members.ts';
import * as peoplePlans from './people/plans.ts';
import * as peopleProfiles from './people/profiles.ts';
import * as peopleSettings from './people/settings.ts';
import * as photosArchive from './photos/archive.ts';
import * as photosCategories from './photos/categories.ts';
import * as photosChallenges from './photos/challenges.ts';
import * as photosComments from './photos/comments.ts';
import * as photosCritique from './photos/critique.ts';
import * as photosDescriptions from './photos/descriptions.ts';
import * as photosExhibitions from './photos/exhibitions.ts';
import * as photosFeed from './photos/feed.ts';
import * as photosFollowedSubjects from './photos/followed-subjects.ts';
import * as photosImports from './photos/imports.ts';
import * as photosLikes from './photos/likes.ts';
import * as photosPeopleShown from './photos/people-shown.ts';
import * as photosPosts from './photos/posts.ts';
import * as photosSeries from './photos/series.ts';
import type { Endpoint } from './platform/endpoint.ts';
import * as platformEvents from './platform/events.ts';
import * as platformFilters from './platform/filters.ts';
import * as platformMedia from './platform/media.ts';
import * as platformReports from './platform/reports.ts';
import * as platformSite from './platform/site.ts';
import * as platformTags from './platform/tags.ts';

const isEndpoint = (entry: [string, object | string | number]): entry is [string, Endpoint] =>
  typeof entry[1] === 'object' && 'access' in entry[1];

/** Every endpoint with the name of its constant. */
export const namedCalls: readonly (readonly [name: string, call: Endpoint])[] = [
  clientApiConsent,
  identityAccount,
  identityApiTokens,
  identityApplications,
  identityAuth,
  identityInvitations,
  identityJoining,
  identityOauth,
  identityPasskeys,
  identityPasswords,
  identitySecurity,
  identitySessions,
  peopleBlocks,
  peopleDirectory,
  peopleFollows,
  peopleMembers,
  peoplePlans,
  peopleProfiles,
  peopleSettings,
  photosArchive,
  photosCategories,
  photosChallenges,
  photosComments,
  photosCritique,
  photosExhibitions,
  photosFeed,
  photosFollowedSubjects,
  photosImports,
  photosLikes,
  photosDescriptions,
  photosPeopleShown,
  photosPosts,
  photosSeries,
  forumCategories,
  forumDrafts,
  forumImages,
  forumModeration,
  forumPolls,
  forumPosts,
  forumSearch,
  forumTopics,
  forumTracks,
  messagesConversations,
  messages,
  moderationAppeals,
  moderationCases,
  moderationPendingPosts,
  moderationRules,
  communityAdminMembers,
  communityAnnouncements,
  communityHealth,
  communitySearch,
  communityWebhooks,
  operationsSystem,
  notifications,
  notificationsPush,
  platformEvents,
  platformFilters,
  platformMedia,
  platformReports,
  platformSite,
  platformTags,
].flatMap((subject) => Object.entries<object | string | number>(subject).filter(isEndpoint));

/** Every endpoint of the API. Source of the OpenAPI description. */
export const allCalls: readonly Endpoint[] = namedCalls.map(([, call]) => call);
