import type { Announcement } from '@mbari/contract/shapes/announcements';
import type { AnnouncementRow } from './announcement-queries.ts';

export const viewAnnouncement = ({ begins_at, ends_at, ...row }: AnnouncementRow): Announcement => ({
  ...row,
  begins_at: begins_at.toISOString(),
  ends_at: ends_at?.toISOString() ?? null,
});
