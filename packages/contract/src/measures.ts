/**
 * What is tallied of a community each day, in days of the site's time zone.
 *
 * - `members`: verified, neither closed nor suspended, at the day's end
 * - `active_day`, `active_week`: members who were here on the day, or in the seven days that end with it
 * - `photos`, `comments`, `forum_posts`: made on the day
 * - `first_reply`: seconds until another replied, the median of topics begun in the seven days that end with it
 * - `report_handling`: seconds until a report was handled, the median of those handled in these days
 * - `storage`: bytes of all images, at the day's end
 * - `mails`: taken by the mail server
 * - `failed_jobs`: given up, at the day's end
 */
export const measures = [
  'members',
  'active_day',
  'active_week',
  'photos',
  'comments',
  'forum_posts',
  'first_reply',
  'report_handling',
  'storage',
  'mails',
  'failed_jobs',
] as const;
export type Measure = (typeof measures)[number];
