import { z } from 'zod';
import * as limits from '../limits.ts';
import { paging, text, listMeta } from './fields.ts';
import { author } from './members.ts';

/** A member in a list. */
export const memberCard = author.extend({
  followers_count: z.number().int(),
  is_following: z.boolean(),
  viewer: z.object({ may_follow: z.boolean() }),
});
export type MemberCard = z.infer<typeof memberCard>;

export const directoryShapes = {
  listMembers: {
    query: z.object({
      ...paging,
      /** Words of the name or username, or their beginnings; who bears exactly that username comes first. */
      search: text({ label: 'search', max: limits.search }).optional(),
    }),
    answer: z.object({
      data: z.array(memberCard),
      /** Counting stops at `limits.foundMembers`: there are more where `total_is_capped`. */
      meta: listMeta.extend({ total_is_capped: z.boolean() }),
    }),
  },
};
