import type { Row } from './driver.ts';
import { accountRows, apiTokenRows, clientAppRows, closingRows, exportRows, settingsRows, storageRows } from './rows/account.ts';
import { challengeRows, exhibitionRows, seriesRows } from './rows/collections.ts';
import {
  adminMemberRows,
  announcementRows,
  billingRows,
  categoryRows,
  communityHealthRows,
  discoveryRows,
  siteRows,
  systemRows,
  webhookRows,
} from './rows/community.ts';
import { followedSubjectRows, searchRows } from './rows/discovery.ts';
import { forumModerationRows, forumPollRows } from './rows/forum-moderation.ts';
import { forumDraftRows, forumImageRows, forumRows, forumSearchRows, markdownRows } from './rows/forum.ts';
import { applicationRows, joiningRows, ruleRows } from './rows/joining.ts';
import { editingRows, importRows, mediaRows } from './rows/media.ts';
import { messageRows } from './rows/messages.ts';
import { appealRows, moderationRows } from './rows/moderation.ts';
import { eventRows, notificationRows, pushRows } from './rows/notifications.ts';
import { emailChangeRows, passwordRows, secondFactorRows } from './rows/passwords.ts';
import { blockRows, customisingRows, directoryRows, followRows, profileRows } from './rows/people.ts';
import { critiqueRows, descriptionRows, peopleShownRows, photoRows } from './rows/photos.ts';
import { filterRows, pendingRows, reportRows } from './rows/reports.ts';
import { oauthRows, passkeyRows, securityRows, sessionRows } from './rows/sign-in.ts';

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
