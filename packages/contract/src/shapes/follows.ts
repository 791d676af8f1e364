import { z } from 'zod';
import * as limits from '../limits.ts';
import { memberCard } from './directory.ts';
import { idParams, listMeta, message, paging } from './fields.ts';

/** The count as the viewer sees it. */
const followed = z.object({ message: z.string(), data: z.object({ is_following: z.boolean(), followers_count: z.number().int() }) });
const members = z.object({ data: z.array(memberCard), meta: listMeta });

/** Why a member is suggested. */
export const suggestion = memberCard.extend({
  /** How many interests are shared. */
  shared_interests: z.number().int(),
  /** Of those one follows, who follow them: at most two names, and how many there are. */
  followed_by: z.array(z.string()),
  followed_by_count: z.number().int(),
});
export type Suggestion = z.infer<typeof suggestion>;

export const followShapes = {
  followMember: { params: idParams, answer: followed },
  /** Of a member who is not there for the viewer nothing is told: neither follows. */
  unfollowMember: { params: idParams, answer: z.object({ message: z.string(), data: z.object({ is_following: z.literal(false) }) }) },
  removeFollower: { params: idParams, answer: message },
  listFollowers: { params: idParams, query: z.object({ ...paging }), answer: members },
  listFollowing: { params: idParams, query: z.object({ ...paging }), answer: members },
  listSuggestions: {
    query: z.object({
      limit: z
        .string()
        .regex(/^[1-9][0-9]{0,2}$/, 'The limit must be a whole number from 1.')
        .transform((digits) => Math.min(Number(digits), limits.suggestions))
        .optional(),
    }),
    answer: z.object({ data: z.array(suggestion) }),
  },
};
