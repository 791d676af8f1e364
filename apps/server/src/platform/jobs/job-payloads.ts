import type { QueuedMail } from '../mail/queue-mail.ts';

/** Payload of each job. Null for jobs that find their work in the database. */
export interface JobPayloads {
  send_mail: QueuedMail;
  mail_reset_link: ResetOrder;
  encode_avif: { image_ids: string[] };
  recount_profile: { member_id: string };
  advance_import: { import_id: string };
  resume_imports: null;
  sweep_imports: null;
  empty_category: { category_id: string };
  recount_forum_member: { member_id: string };
  notify_followers: { followed: 'topic' | 'category'; id: string; post_ids: string[] };
  notify_of_series: { series_id: string };
  announce_exhibitions: null;
  advance_challenges: null;
  send_push: { member_id: string; notification_id: string; subscription_id: string; tries: number };
  send_activity_mail: { member_id: string; notification_ids: string[]; mail_id: string };
  send_message_push: { member_id: string; conversation_id: string; subscription_id: string; tries: number };
  send_message_mail: { member_id: string; conversation_ids: string[]; mail_id: string };
  mail_messages_at_once: null;
  mail_messages_daily: Scheduled;
  mail_at_once: null;
  mail_daily: Scheduled;
  mail_weekly: Scheduled;
  send_webhook: { webhook_id: string; delivery_id: string };
  send_digest: { member_id: string; mail_id: string };
  sweep_sessions: null;
  sweep_pending_accounts: null;
  sweep_handoffs: null;
  sweep_rate_limits: null;
  sweep_images: null;
  measure_images: null;
  sweep_deleted_posts: null;
  publish_due_posts: null;
  sweep_deleted_comments: null;
  sweep_deleted_topics: null;
  sweep_deleted_forum_posts: null;
  sweep_drafts: null;
  sweep_uploads: null;
  sweep_message_images: null;
  sweep_client_apps: null;
  sweep_expired_messages: null;
  sweep_conversations: null;
  sweep_outbox: null;
  sweep_failures: null;
  check_update: null;
  erase_accounts: null;
  sweep_email_changes: null;
  sweep_resets: null;
  sweep_passkey_challenges: null;
  sweep_billing_events: null;
  sweep_notifications: null;
  sweep_webhook_deliveries: null;
  make_backup: null;
  test_restore: null;
  resume_recounts: null;
  resume_emptying: null;
  resume_forum_recounts: null;
  tag_older_posts: null;
  sweep_tags: null;
  sweep_evidence: null;
  sweep_invitations: null;
  sweep_applications: null;
  sweep_pending_posts: null;
  note_organisers: null;
  end_suspensions: null;
  tell_announcements: null;
  tally_days: null;
  recover_jobs: null;
}

export type JobName = keyof JobPayloads;

/** Scheduled time; null for jobs queued by hand. */
export type Scheduled = { _cron?: { ts: string } } | null;

export interface ResetOrder {
  email: string;
}
