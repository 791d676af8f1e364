import type { Delivery } from '@mbari/contract/community/webhooks';
import type { SettingValues } from '@mbari/contract/platform/site-settings';
import { boolean, date, float, integer, json, nullable, oneOf, table, text, texts, time, uuid } from '../platform/db/table.ts';

export const siteSettings = table('site_settings', {
  is_only: boolean,
  version: integer,
  name: nullable(text),
  tagline: nullable(text),
  accent: nullable(text),
  pricing_url: nullable(text),
  locales: nullable(texts),
  default_locale: nullable(text),
  logo_image_id: nullable(uuid),
  about: nullable(text),
  about_html: nullable(text),
  privacy: nullable(text),
  privacy_html: nullable(text),
  contact_email: nullable(text),
  visitors: nullable(oneOf<SettingValues['visitors']>()),
  imports: nullable(oneOf<SettingValues['imports']>()),
  import_hosts: nullable(text),
  client_apps: nullable(oneOf<SettingValues['client_apps']>()),
  changed_at: time,
});

export const announcements = table('announcements', {
  id: uuid,
  author_id: nullable(uuid),
  text: text,
  begins_at: time,
  ends_at: nullable(time),
  is_dismissable: boolean,
  created_at: time,
  revision: integer,
});

export const announcementDismissals = table('announcement_dismissals', {
  member_id: uuid,
  announcement_id: uuid,
});

export const activeDays = table('active_days', {
  day: date,
  member_id: uuid,
});

export const dailyTallies = table('daily_tallies', {
  measure: text,
  day: date,
  value: float,
});

export const webhooks = table('webhooks', {
  id: uuid,
  url: text,
  secret: text,
  events: texts,
  created_at: time,
  failures: integer,
  disabled_at: nullable(time),
});

export const webhookDeliveries = table('webhook_deliveries', {
  webhook_id: uuid,
  id: uuid,
  event: oneOf<Delivery['event']>(),
  data: json<object>(),
  state: oneOf<Delivery['state']>(),
  attempts: integer,
  status: nullable(integer),
  error: nullable(text),
  created_at: time,
  delivered_at: nullable(time),
});
