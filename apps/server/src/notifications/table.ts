import type { NotificationAbout } from '@mbari/contract/notifications/kinds';
import { boolean, bytes, nullable, oneOf, table, text, time, transactionId, uuid } from '../platform/db/table.ts';

export const notifications = table('notifications', {
  id: uuid,
  member_id: uuid,
  type: text,
  actor_id: nullable(uuid),
  photo_id: nullable(uuid),
  comment_id: nullable(uuid),
  created_at: time,
  read_at: nullable(time),
  written_by: transactionId,
  forum_post_id: nullable(uuid),
  group_key: uuid,
  moderation_id: nullable(uuid),
  series_id: nullable(uuid),
  exhibition_id: nullable(uuid),
  challenge_id: nullable(uuid),
  about: oneOf<NotificationAbout>(),
});

export const notificationKinds = table('notification_kinds', {
  kind: text,
  about: text,
  grouped_by: nullable(text),
});

export const activityMails = table('activity_mails', {
  member_id: uuid,
  notification_id: uuid,
  mailed_at: time,
});

export const digests = table('digests', {
  member_id: uuid,
  queued_at: time,
});

export const pushSubscriptions = table('push_subscriptions', {
  id: uuid,
  member_id: uuid,
  session_id: uuid,
  endpoint: text,
  endpoint_hash: bytes,
  p256dh: text,
  auth: text,
  shows_content: boolean,
  created_at: time,
});
