import { adminMemberShapes } from './admin-members.ts';
import { announcementShapes } from './announcements.ts';
import { appealShapes } from './appeals.ts';
import { applicationShapes } from './applications.ts';
import { authShapes } from './auth.ts';
import { blockShapes } from './blocks.ts';
import { categoryShapes } from './categories.ts';
import { categoryRemovalShapes } from './category-removal.ts';
import { closingShapes } from './closing.ts';
import { commentShapes } from './comments.ts';
import { communityHealthShapes } from './community-health.ts';
import { customisingShapes } from './customising.ts';
import { directoryShapes } from './directory.ts';
import { emailChangeShapes } from './email-change.ts';
import { eventShapes } from './events.ts';
import { exportShapes } from './export.ts';
import { feedShapes } from './feed.ts';
import { filterShapes } from './filters.ts';
import { followShapes } from './follows.ts';
import { forumCategoryShapes } from './forum-categories.ts';
import { forumDraftShapes } from './forum-drafts.ts';
import { forumImageShapes } from './forum-images.ts';
import { forumLikeShapes } from './forum-likes.ts';
import { forumModerationShapes } from './forum-moderation.ts';
import { forumPollShapes } from './forum-polls.ts';
import { forumPostVersionShapes } from './forum-post-versions.ts';
import { forumPostShapes } from './forum-posts.ts';
import { forumSearchShapes } from './forum-search.ts';
import { forumTopicShapes } from './forum-topics.ts';
import { forumTrackShapes } from './forum-tracks.ts';
import { invitationShapes } from './invitations.ts';
import { joiningShapes } from './joining.ts';
import { likeShapes } from './likes.ts';
import { markdownShapes } from './markdown.ts';
import { mediaShapes } from './media.ts';
import { memberShapes } from './members.ts';
import { moderationShapes } from './moderation.ts';
import { notificationShapes } from './notifications.ts';
import { oauthShapes } from './oauth.ts';
import { passkeysShapes } from './passkeys.ts';
import { passwordsShapes } from './passwords.ts';
import { pendingPostShapes } from './pending-posts.ts';
import { photoShapes } from './photos.ts';
import { planShapes } from './plans.ts';
import { profileShapes } from './profiles.ts';
import { pushShapes } from './push.ts';
import { reportShapes } from './reports.ts';
import { ruleShapes } from './rules.ts';
import { sanctionShapes } from './sanctions.ts';
import { savedPostShapes } from './saved-posts.ts';
import { searchShapes } from './search.ts';
import { securityShapes } from './security.ts';
import { sessionShapes } from './sessions.ts';
import { settingsShapes } from './settings.ts';
import { siteShapes } from './site.ts';
import { suggestionShapes } from './suggestions.ts';
import { tagShapes } from './tags.ts';

/** Every call's shape by its name. The server parses by it and prints the OpenAPI description from it. */
export const shapes = {
  ...appealShapes,
  ...applicationShapes,
  ...adminMemberShapes,
  ...announcementShapes,
  ...authShapes,
  ...blockShapes,
  ...categoryShapes,
  ...categoryRemovalShapes,
  ...closingShapes,
  ...commentShapes,
  ...communityHealthShapes,
  ...customisingShapes,
  ...directoryShapes,
  ...emailChangeShapes,
  ...eventShapes,
  ...exportShapes,
  ...feedShapes,
  ...followShapes,
  ...forumCategoryShapes,
  ...forumDraftShapes,
  ...forumImageShapes,
  ...forumLikeShapes,
  ...forumModerationShapes,
  ...forumPollShapes,
  ...forumPostVersionShapes,
  ...forumPostShapes,
  ...forumSearchShapes,
  ...forumTopicShapes,
  ...forumTrackShapes,
  ...pendingPostShapes,
  ...invitationShapes,
  ...joiningShapes,
  ...likeShapes,
  ...markdownShapes,
  ...mediaShapes,
  ...memberShapes,
  ...moderationShapes,
  ...notificationShapes,
  ...oauthShapes,
  ...passkeysShapes,
  ...passwordsShapes,
  ...photoShapes,
  ...planShapes,
  ...profileShapes,
  ...pushShapes,
  ...reportShapes,
  ...ruleShapes,
  ...sanctionShapes,
  ...savedPostShapes,
  ...searchShapes,
  ...securityShapes,
  ...sessionShapes,
  ...settingsShapes,
  ...siteShapes,
  ...filterShapes,
  ...suggestionShapes,
  ...tagShapes,
};
