import type { ModerationAction } from '@mbari/contract/moderation/actions';
import type { LogDetails } from '@mbari/contract/moderation/log-details';
import type { ReportReason } from '@mbari/contract/platform/reports';
import { boolean, bytes, integer, json, nullable, oneOf, smallint, table, text, time, uuid, uuids } from '../platform/db/table.ts';
import type { EvidenceContent } from '../platform/moderation/evidence-queries.ts';

export const rules = table('rules', {
  id: uuid,
  position: nullable(smallint),
  title: text,
  body: text,
  is_urgent: boolean,
  created_at: time,
});

export const rulesVersion = table('rules_version', {
  is_only: boolean,
  version: integer,
  changed_at: nullable(time),
  asked_version: integer,
});

export const rulesAcceptances = table('rules_acceptances', {
  member_id: uuid,
  version: integer,
  accepted_at: time,
});

export const moderationLog = table('moderation_log', {
  id: uuid,
  actor_id: nullable(uuid),
  action: oneOf<ModerationAction>(),
  topic_id: nullable(uuid),
  post_id: nullable(uuid),
  category_id: nullable(uuid),
  note: nullable(text),
  created_at: time,
  photo_id: nullable(uuid),
  comment_id: nullable(uuid),
  member_id: nullable(uuid),
  reason: nullable(text),
  reports_count: integer,
  rule_id: nullable(uuid),
  details: nullable(json<LogDetails>()),
  series_id: nullable(uuid),
  exhibition_id: nullable(uuid),
  challenge_id: nullable(uuid),
  feedback_id: nullable(uuid),
  message_id: nullable(uuid),
});

export const reports = table('reports', {
  id: uuid,
  reporter_id: nullable(uuid),
  photo_id: nullable(uuid),
  comment_id: nullable(uuid),
  member_id: nullable(uuid),
  reason: nullable(oneOf<ReportReason>()),
  note: nullable(text),
  created_at: time,
  resolved_at: nullable(time),
  forum_post_id: nullable(uuid),
  series_id: nullable(uuid),
  exhibition_id: nullable(uuid),
  challenge_id: nullable(uuid),
  feedback_id: nullable(uuid),
  message_id: nullable(uuid),
  subject_id: nullable(uuid),
  owner_id: nullable(uuid),
  resolution_id: nullable(uuid),
  rule_id: nullable(uuid),
  is_urgent: boolean,
  assignee_id: nullable(uuid),
  is_automatic: boolean,
});

export const reportNotes = table('report_notes', {
  id: uuid,
  report_id: uuid,
  author_id: nullable(uuid),
  body: text,
  created_at: time,
});

export const reportEvidence = table('report_evidence', {
  id: uuid,
  subject_id: uuid,
  owner_id: nullable(uuid),
  content: json<EvidenceContent>(),
  created_at: time,
  resolution_id: nullable(uuid),
  resolved_at: nullable(time),
});

export const reportEvidenceImages = table('report_evidence_images', {
  evidence_id: uuid,
  image_id: uuid,
});

export const warnings = table('warnings', {
  moderation_id: uuid,
  member_id: uuid,
  acknowledged_at: nullable(time),
});

export const appeals = table('appeals', {
  moderation_id: uuid,
  member_id: uuid,
  body: text,
  created_at: time,
  resolution_id: nullable(uuid),
});

export const filters = table('filters', {
  is_only: boolean,
  version: integer,
  entries: json<unknown>(),
  new_account_days: integer,
  changed_at: time,
  review_first: integer,
  same_link_accounts: integer,
});

export const pendingPosts = table('pending_posts', {
  id: uuid,
  member_id: uuid,
  kind: text,
  pending_photo_id: nullable(uuid),
  photo_id: nullable(uuid),
  topic_id: nullable(uuid),
  category_id: nullable(uuid),
  reply_to_comment: nullable(uuid),
  reply_to_post: nullable(uuid),
  critique: nullable(json<unknown>()),
  about_photo_id: nullable(uuid),
  title: nullable(text),
  body: text,
  image_ids: uuids,
  poll: nullable(json<unknown>()),
  send_key: nullable(text),
  why: text,
  listed: nullable(text),
  created_at: time,
  decided_at: nullable(time),
  decider_id: nullable(uuid),
  is_approved: nullable(boolean),
  reason: nullable(text),
  send_digest: nullable(bytes),
});

export const newAccountLinks = table('new_account_links', {
  link: text,
  member_id: uuid,
  written_at: time,
});
