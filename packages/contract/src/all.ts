import * as adminMembers from './admin-members.ts';
import * as announcements from './announcements.ts';
import * as appeals from './appeals.ts';
import * as applications from './applications.ts';
import * as auth from './auth.ts';
import * as blocks from './blocks.ts';
import * as categories from './categories.ts';
import * as categoryRemoval from './category-removal.ts';
import * as closing from './closing.ts';
import * as comments from './comments.ts';
import * as communityHealth from './community-health.ts';
import * as customising from './customising.ts';
import * as directory from './directory.ts';
import * as emailChange from './email-change.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as exporting from './export.ts';
import * as feed from './feed.ts';
import * as filters from './filters.ts';
import * as follows from './follows.ts';
import * as forumCategories from './forum-categories.ts';
import * as forumDrafts from './forum-drafts.ts';
import * as forumImages from './forum-images.ts';
import * as forumLikes from './forum-likes.ts';
import * as forumModeration from './forum-moderation.ts';
import * as forumPolls from './forum-polls.ts';
import * as forumPostPages from './forum-post-pages.ts';
import * as forumPostVersions from './forum-post-versions.ts';
import * as forumPosts from './forum-posts.ts';
import * as forumSearch from './forum-search.ts';
import * as forumTopicLists from './forum-topic-lists.ts';
import * as forumTopics from './forum-topics.ts';
import * as forumTracks from './forum-tracks.ts';
import * as invitations from './invitations.ts';
import * as joining from './joining.ts';
import * as likes from './likes.ts';
import * as markdown from './markdown.ts';
import * as media from './media.ts';
import * as members from './members.ts';
import * as moderation from './moderation.ts';
import * as notifications from './notifications.ts';
import * as oauth from './oauth.ts';
import * as passkeys from './passkeys.ts';
import * as passwords from './passwords.ts';
import * as pendingPosts from './pending-posts.ts';
import * as photos from './photos.ts';
import * as plans from './plans.ts';
import * as profiles from './profiles.ts';
import * as push from './push.ts';
import * as reports from './reports.ts';
import * as rules from './rules.ts';
import * as sanctions from './sanctions.ts';
import * as savedPosts from './saved-posts.ts';
import * as search from './search.ts';
import * as security from './security.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as site from './site.ts';
import * as suggestions from './suggestions.ts';
import * as tags from './tags.ts';

/** Every call there is. Tests check the running server against it; the OpenAPI description is printed from it. */
export const allCalls: readonly Endpoint[] = [
  appeals,
  applications,
  adminMembers,
  announcements,
  auth,
  blocks,
  categories,
  categoryRemoval,
  closing,
  comments,
  communityHealth,
  customising,
  directory,
  emailChange,
  events,
  exporting,
  feed,
  filters,
  follows,
  forumCategories,
  forumDrafts,
  forumImages,
  forumLikes,
  forumModeration,
  forumPolls,
  forumPostPages,
  forumPostVersions,
  forumPosts,
  forumSearch,
  forumTopicLists,
  forumTopics,
  forumTracks,
  pendingPosts,
  invitations,
  joining,
  likes,
  markdown,
  media,
  members,
  moderation,
  notifications,
  oauth,
  passkeys,
  passwords,
  photos,
  plans,
  profiles,
  push,
  reports,
  rules,
  sanctions,
  savedPosts,
  search,
  security,
  sessions,
  settings,
  site,
  suggestions,
  tags,
].flatMap((subject) => Object.values(subject));
