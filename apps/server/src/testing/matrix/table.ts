import type { Row } from './driver.ts';
import { accountRows, closingRows, exportRows, settingsRows, storageRows } from './rows/account.ts';
import { adminMemberRows } from './rows/admin-members.ts';
import { apiTokenRows } from './rows/api-tokens.ts';
import { appealRows } from './rows/appeals.ts';
import { blockRows } from './rows/blocks.ts';
import { challengeRows } from './rows/challenges.ts';
import { clientAppRows } from './rows/client-apps.ts';
import { announcementRows, billingRows, categoryRows, communityHealthRows, discoveryRows, siteRows } from './rows/community.ts';
import { critiqueRows } from './rows/critique.ts';
import { descriptionRows } from './rows/descriptions.ts';
import { directoryRows } from './rows/directory.ts';
import { emailChangeRows } from './rows/email-change.ts';
import { eventRows } from './rows/events.ts';
import { exhibitionRows } from './rows/exhibitions.ts';
import { followedSubjectRows } from './rows/followed-subjects.ts';
import { followRows } from './rows/follows.ts';
import { forumDraftRows, forumImageRows, forumSearchRows, markdownRows } from './rows/forum-drafts-and-search.ts';
import { forumModerationRows, forumPollRows } from './rows/forum-moderation.ts';
import { forumRows } from './rows/forum.ts';
import { importRows } from './rows/imports.ts';
import { applicationRows, joiningRows, ruleRows } from './rows/joining.ts';
import { editingRows, mediaRows } from './rows/media.ts';
import { messageRows } from './rows/messages.ts';
import { moderationRows } from './rows/moderation.ts';
import { notificationRows, pushRows } from './rows/notifications.ts';
import { passwordRows, secondFactorRows } from './rows/passwords.ts';
import { peopleShownRows } from './rows/people-shown.ts';
import { customisingRows, profileRows } from './rows/people.ts';
import { photoRows } from './rows/photos.ts';
import { filterRows, pendingRows, reportRows } from './rows/reports.ts';
import { searchRows } from './rows/search.ts';
import { securityRows } from './rows/security.ts';
import { seriesRows } from './rows/series.ts';
import { sessionRows } from './rows/sessions.ts';
import { oauthRows, passkeyRows } from './rows/sign-in.ts';
import { systemRows } from './rows/system.ts';
import { webhookRows } from './rows/webhooks.ts';

/** All calls with their actors, states and expected answers. A call without a row fails the checks. */
export const table: Row[] = [
  ...accountRows,
  ...clientAppRows,
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
  ...webhookRows,
  ...systemRows,
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
  ...importRows,
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
