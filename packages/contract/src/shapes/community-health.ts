import { z } from 'zod';
import { measures } from '../measures.ts';
import { dated } from './fields.ts';

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

export const communityHealthShapes = {
  readCommunityHealth: { answer: z.object({ data: communityHealth }) },
};
