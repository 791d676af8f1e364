import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { dated } from '../platform/fields.ts';

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

const communityHealth = z.object({
  /** Of each measure the last twelve weeks by day, the earliest first; days without a figure are left out. */
  days: z.array(z.object({ measure: z.enum(measures), day: z.iso.date(), value: z.number() })),
  /** … and of the figures that only grow, a year by every seventh day. */
  year: z.array(z.object({ measure: z.enum(measures), day: z.iso.date(), value: z.number() })),
  /** How many reports are open, and since when the oldest is. */
  open_reports: z.object({ count: z.number().int(), oldest_at: dated.nullable() }),
  /** Bytes that images may come to take; null where the file system does not tell. */
  storage_limit: z.number().nullable(),
  time_zone: z.string(),
});
export type CommunityHealth = z.infer<typeof communityHealth>;

export const readCommunityHealth = endpoint('readCommunityHealth', {
  method: 'GET',
  path: '/admin/health',
  access: 'admin',
  summary: 'The community in figures, day by day for a year: admins. Tallied once an hour.',
  shape: { answer: z.object({ data: communityHealth }) },
});
