import { sweepClientApps } from './client-api/media.ts';
import { refreshAnnouncements } from './community/announcements.ts';
import { tallyDays } from './community/statistics.ts';
import { sendWebhook, sweepWebhookDeliveries } from './community/webhooks.ts';
import { recountForumMember, resumeForumRecounts } from './forum/recount-forum.ts';
import { sweepDeletedForumPosts, sweepDeletedTopics, sweepDrafts, sweepUploads } from './forum/sweeps.ts';
import { eraseAccounts, sweepPendingAccounts } from './identity/accounts/erase-accounts.ts';
import { sweepApplications } from './identity/joining/applications.ts';
import { recordOrganiserActivity } from './identity/joining/change-joining.ts';
import { sweepInvitations } from './identity/joining/invitations.ts';
import { sweepHandoffs } from './identity/oauth/exchange-token.ts';
import { sweepPasskeyChallenges } from './identity/passkeys/verify-response.ts';
import { sweepEmailChanges } from './identity/passwords/change-email.ts';
import { mailResetLink, sweepResets } from './identity/passwords/reset-password.ts';
import { sweepSessions } from './identity/sign-in/sessions.ts';
import { queueDailyMessageMails, queueInstantMessageMails, sendMessageMail, sendMessagePush } from './messages/send-message-mail.ts';
import { sweepConversations, sweepExpiredMessages, sweepMessageImages } from './messages/sweeps.ts';
import { liftExpiredSuspensions } from './moderation/cases/resolve-reports.ts';
import { sweepNotifications } from './notifications/list-notifications.ts';
import { queueDailyMails, queueInstantMails, queueWeeklyDigests, sendDigest } from './notifications/mails/queue-activity-mails.ts';
import { sendActivityMail } from './notifications/mails/send-activity-mail.ts';
import { notifyFollowers, notifyOfSeries } from './notifications/notify.ts';
import { sendPush } from './notifications/push/send-push.ts';
import { makeNightlyBackup, testNewestBackup } from './operations/backup/make-nightly-backup.ts';
import { sweepFailures } from './operations/system/act-on-system.ts';
import { checkUpdateDaily } from './operations/system/check-update.ts';
import { recountProfile, resumeRecounts } from './people/follows/recount-profile.ts';
import { sweepBillingEvents } from './people/plans/receive-event.ts';
import { advanceChallenges } from './photos/challenges/count-votes.ts';
import { sweepDeletedComments } from './photos/comments/delete-comment.ts';
import { announceExhibitions } from './photos/exhibitions/save-exhibition.ts';
import { advanceImport, resumeImports, sweepImports } from './photos/imports/advance-import.ts';
import { sweepDeletedPosts } from './photos/posts/delete-photo.ts';
import { publishDuePosts } from './photos/posts/publish-posts.ts';
import { emptyCategoryTask, resumeEmptying } from './photos/save-category.ts';
import type { Config } from './platform/config.ts';
import { sweepRateLimits } from './platform/http/window-counters.ts';
import { encodeAvif } from './platform/images/encode-avif.ts';
import { measureImages, sweepImages } from './platform/images/sweep-images.ts';
import type { Task } from './platform/jobs/add-job.ts';
import { recoverJobs } from './platform/jobs/heartbeat.ts';
import type { JobName, JobPayloads } from './platform/jobs/job-payloads.ts';
import { sweepOutbox } from './platform/mail/outbox.ts';
import { sendMail } from './platform/mail/send-mail.ts';
import { sweepEvidence } from './platform/moderation/report-subject.ts';
import { sweepPendingPosts } from './platform/screening/screen.ts';
import { sweepTags, tagOlderPosts } from './platform/tags/set-tags.ts';

/** All jobs by the name under which they are queued. */
export const tasks: { [Name in JobName]: Task<JobPayloads[Name]> } = {
  send_mail: sendMail,
  sweep_outbox: sweepOutbox,
  sweep_failures: sweepFailures,
  check_update: checkUpdateDaily,
  sweep_sessions: sweepSessions,
  sweep_pending_accounts: sweepPendingAccounts,
  sweep_handoffs: sweepHandoffs,
  sweep_rate_limits: sweepRateLimits,
  encode_avif: encodeAvif,
  sweep_images: sweepImages,
  measure_images: measureImages,
  sweep_deleted_posts: sweepDeletedPosts,
  publish_due_posts: publishDuePosts,
  sweep_deleted_comments: sweepDeletedComments,
  sweep_deleted_topics: sweepDeletedTopics,
  sweep_deleted_forum_posts: sweepDeletedForumPosts,
  sweep_drafts: sweepDrafts,
  sweep_uploads: sweepUploads,
  sweep_message_images: sweepMessageImages,
  sweep_client_apps: sweepClientApps,
  sweep_expired_messages: sweepExpiredMessages,
  sweep_conversations: sweepConversations,
  erase_accounts: eraseAccounts,
  sweep_email_changes: sweepEmailChanges,
  mail_reset_link: mailResetLink,
  sweep_resets: sweepResets,
  sweep_passkey_challenges: sweepPasskeyChallenges,
  sweep_billing_events: sweepBillingEvents,
  make_backup: makeNightlyBackup,
  test_restore: testNewestBackup,
  sweep_notifications: sweepNotifications,
  sweep_webhook_deliveries: sweepWebhookDeliveries,
  notify_followers: notifyFollowers,
  notify_of_series: notifyOfSeries,
  announce_exhibitions: announceExhibitions,
  advance_challenges: advanceChallenges,
  send_push: sendPush,
  send_activity_mail: sendActivityMail,
  send_message_push: sendMessagePush,
  send_message_mail: sendMessageMail,
  mail_messages_at_once: queueInstantMessageMails,
  mail_messages_daily: queueDailyMessageMails,
  mail_at_once: queueInstantMails,
  mail_daily: queueDailyMails,
  mail_weekly: queueWeeklyDigests,
  send_digest: sendDigest,
  advance_import: advanceImport,
  resume_imports: resumeImports,
  sweep_imports: sweepImports,
  send_webhook: sendWebhook,
  empty_category: emptyCategoryTask,
  resume_emptying: resumeEmptying,
  recount_profile: recountProfile,
  resume_recounts: resumeRecounts,
  recount_forum_member: recountForumMember,
  resume_forum_recounts: resumeForumRecounts,
  tag_older_posts: tagOlderPosts,
  sweep_tags: sweepTags,
  sweep_evidence: sweepEvidence,
  sweep_invitations: sweepInvitations,
  sweep_applications: sweepApplications,
  sweep_pending_posts: sweepPendingPosts,
  note_organisers: recordOrganiserActivity,
  end_suspensions: liftExpiredSuspensions,
  tell_announcements: refreshAnnouncements,
  tally_days: tallyDays,
  recover_jobs: recoverJobs,
};

/**
 * Returns the schedule as crontab lines (UTC). `minutely-jobs.ts` queues the other jobs. The job process starts every quarter of an hour,
 * and `fill` catches up on jobs whose time passed while it did not run. A backup and a test restore take one lock, so they share a queue.
 */
export const scheduleOf = ({ backup }: Pick<Config, 'backup'>): string => `
0 * * * * mail_daily ?fill=12h&max=3
0 * * * * mail_messages_daily ?fill=12h&max=3
0 * * * * mail_weekly ?fill=12h&max=3
*/15 * * * * sweep_rate_limits ?fill=15m
15 * * * * sweep_sessions ?fill=1d&max=3
15 * * * * sweep_resets ?fill=1d&max=3
15 * * * * sweep_expired_messages ?fill=1d&max=3
15 * * * * sweep_deleted_posts ?fill=1d&max=3
15 * * * * sweep_deleted_comments ?fill=1d&max=3
15 * * * * sweep_uploads ?fill=1d&max=3
15 * * * * sweep_message_images ?fill=1d&max=3
15 * * * * tally_days ?fill=1d&max=3
30 * * * * sweep_images ?fill=1d&max=3
30 * * * * sweep_client_apps ?fill=1d&max=3
30 * * * * sweep_imports ?fill=1d&max=3
30 * * * * sweep_passkey_challenges ?fill=1d&max=3
30 * * * * sweep_handoffs ?fill=1d&max=3
45 * * * * note_organisers ?fill=1h&max=3
45 * * * * sweep_pending_accounts ?fill=1d&max=3
45 * * * * sweep_pending_posts ?fill=1d&max=3
45 * * * * erase_accounts ?fill=1d&max=3
45 * * * * sweep_email_changes ?fill=1d&max=3
45 * * * * sweep_outbox ?fill=1d&max=3
45 * * * * sweep_failures ?fill=1d&max=3
45 3 * * * sweep_billing_events ?fill=1d&max=3
30 6 * * * check_update ?fill=1d&max=3
${backup ? `0 ${backup.hour} * * * make_backup ?fill=1d&max=3&queue=backups` : ''}
${backup ? `30 ${(backup.hour + 4) % 24} * * 0 test_restore ?fill=2d&max=3&queue=backups` : ''}
15 4 * * * sweep_conversations ?fill=1d&max=3
15 4 * * * sweep_deleted_topics ?fill=1d&max=3
15 4 * * * sweep_deleted_forum_posts ?fill=1d&max=3
30 4 * * * sweep_drafts ?fill=1d&max=3
30 4 * * * sweep_invitations ?fill=1d&max=3
30 4 * * * sweep_applications ?fill=1d&max=3
30 4 * * * sweep_tags ?fill=1d&max=3
45 4 * * * sweep_evidence ?fill=1d&max=3
45 4 * * * sweep_notifications ?fill=1d&max=3
45 4 * * * sweep_webhook_deliveries ?fill=1d&max=3
`;
