import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { dated } from '../platform/fields.ts';

/**
 * Daily figures of the community, in days of the site's time zone.
 *
 * - `members`: verified, neither closed nor suspended, at the end of the day
 * - `active_day`, `active_week`: active on the day, or in the seven days that end with it
 * - `photos`, `comments`, `forum_posts`: created on the day
 * - `first_reply`: median seconds to the first reply by another member, topics of the last seven days
 * - `report_handling`: median seconds to the resolution of a report, in the last seven days
 * - `described`: share of the images for all members that have an alternative text
 * - `storage`: bytes of all images, at the end of the day
 * - `mails`: accepted by the mail server on the day
 * - `failed_jobs`: jobs without a retry left, at the end of the day
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
  'described',
  'storage',
  'mails',
  'failed_jobs',
] as const;
export type Measure = (typeof measures)[number];

const communityHealth = z.object({
  /** The last twelve weeks by day, earliest first. Days without a figure are omitted. */
  days: z.array(z.object({ measure: z.enum(measures), day: z.iso.date(), value: z.number() })),
  /** `members` and `storage` of the last year, every seventh day. */
  year: z.array(z.object({ measure: z.enum(measures), day: z.iso.date(), value: z.number() })),
  open_reports: z.object({ count: z.number().int(), oldest_at: dated.nullable() }),
  /** Maximum bytes of all images. Null if the file system does not report it. */
  storage_limit: z.number().nullable(),
  time_zone: z.string(),
});
export type CommunityHealth = z.infer<typeof communityHealth>;

export const readCommunityHealth = endpoint('readCommunityHealth', {
  method: 'GET',
  path: '/admin/health',
  access: 'admin',
  scope: 'admin:read',
  summary: 'Read daily figures of the community for a year. Updated once an hour.',
  shape: { answer: z.object({ data: communityHealth }) },
});
