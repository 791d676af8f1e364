import type { SettingValues } from '@mbari/contract/platform/site-settings';
import { boolean, date, float, integer, nullable, oneOf, table, text, texts, time, uuid } from '../platform/db/table.ts';

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
