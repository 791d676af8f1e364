import type { Row } from './driver.ts';
import { accountRows } from './rows/account.ts';
import { adminMemberRows } from './rows/admin-members.ts';
import { announcementRows } from './rows/announcements.ts';
import { apiTokenRows } from './rows/api-tokens.ts';
import { appealRows } from './rows/appeals.ts';
import { applicationRows } from './rows/applications.ts';
import { billingRows } from './rows/billing.ts';
import { blockRows } from './rows/blocks.ts';
import { categoryRows } from './rows/categories.ts';
import { challengeRows } from './rows/challenges.ts';
import { closingRows } from './rows/closing.ts';
import { communityHealthRows } from './rows/community-health.ts';
import { critiqueRows } from './rows/critique.ts';
import { customisingRows } from './rows/customising.ts';
import { descriptionRows } from './rows/descriptions.ts';
import { directoryRows } from './rows/directory.ts';
import { discoveryRows } from './rows/discovery.ts';
import { editingRows } from './rows/editing.ts';
import { emailChangeRows } from './rows/email-change.ts';
import { eventRows } from './rows/events.ts';
import { exhibitionRows } from './rows/exhibitions.ts';
import { exportRows } from './rows/export.ts';
import { filterRows } from './rows/filters.ts';
import { followedSubjectRows } from './rows/followed-subjects.ts';
import { followRows } from './rows/follows.ts';
import { forumDraftRows, forumSearchRows } from './rows/forum-drafts-and-search.ts';
import { forumImageRows } from './rows/forum-images.ts';
import { forumModerationRows } from './rows/forum-moderation.ts';
import { forumPollRows } from './rows/forum-polls.ts';
import { forumRows } from './rows/forum.ts';
import { joiningRows } from './rows/joining.ts';
import { markdownRows } from './rows/markdown.ts';
import { mediaRows } from './rows/media.ts';
import { messageRows } from './rows/messages.ts';
import { moderationRows } from './rows/moderation.ts';
import { notificationRows } from './rows/notifications.ts';
import { oauthRows } from './rows/oauth.ts';
import { passkeyRows } from './rows/passkeys.ts';
import { passwordRows } from './rows/passwords.ts';
import { pendingRows } from './rows/pending-posts.ts';
import { peopleShownRows } from './rows/people-shown.ts';
import { photoRows } from './rows/photos.ts';
import { profileRows } from './rows/profiles.ts';
import { pushRows } from './rows/push.ts';
import { reportRows } from './rows/reports.ts';
import { ruleRows } from './rows/rules.ts';
import { searchRows } from './rows/search.ts';
import { secondFactorRows } from './rows/second-factor.ts';
import { securityRows } from './rows/security.ts';
import { seriesRows } from './rows/series.ts';
import { sessionRows } from './rows/sessions.ts';
import { settingsRows } from './rows/settings.ts';
import { siteRows } from './rows/site.ts';
import { storageRows } from './rows/storage.ts';

/** All calls with their actors, states and expected answers. A call without a row fails the checks. */
export const table: Row[] = [
  ...accountRows,
  ...joiningRows,
  ...passwordRows,
  ...sessionRows,
  ...categoryRows,
  ...closingRows,
  ...emailChangeRows,
  ...settingsRows,
  ...siteRows,
  ...filterRows,
  ...pendingRows,
  ...adminMemberRows,
  ...announcementRows,
  ...communityHealthRows,
  ...storageRows,
  ...customisingRows,
  ...directoryRows,
  ...followRows,
  ...blockRows,
  ...photoRows,
  ...discoveryRows,
  ...searchRows,
  // After other rows about the Following feed, because these rows add tags and categories to it.
  ...followedSubjectRows,
  ...challengeRows,
  ...critiqueRows,
  ...exhibitionRows,
  ...seriesRows,
  ...descriptionRows,
  ...peopleShownRows,
  // After rows about the latest post, because profile rows add posts.
  ...profileRows,
  // After rows that search by words, because editing rows change the words.
  ...editingRows,
  ...mediaRows,
  ...forumRows,
  ...forumModerationRows,
  ...moderationRows,
  ...ruleRows,
  ...appealRows,
  ...applicationRows,
  ...forumImageRows,
  ...forumPollRows,
  ...forumSearchRows,
  ...forumDraftRows,
  ...markdownRows,
  ...messageRows,
  ...notificationRows,
  ...eventRows,
  ...secondFactorRows,
  ...securityRows,
  ...passkeyRows,
  ...apiTokenRows,
  ...pushRows,
  ...oauthRows,
  ...billingRows,
  ...exportRows,
  // Last, because reports make posts visible to organisers.
  ...reportRows,
];
