import { z } from 'zod';
import { memberCard } from './directory.ts';
import { listMeta, idParams, message, paging } from './fields.ts';

/** The count as the viewer sees it. */
const followed = z.object({ message: z.string(), data: z.object({ is_following: z.boolean(), followers_count: z.number().int() }) });

const members = z.object({ data: z.array(memberCard), meta: listMeta });

export const followShapes = {
  followMember: { params: idParams, answer: followed },
  /** Of a member who is not there for the viewer nothing is said: neither follows. */
  unfollowMember: { params: idParams, answer: z.object({ message: z.string(), data: z.object({ is_following: z.literal(false) }) }) },
  removeFollower: { params: idParams, answer: message },
  listFollowers: { params: idParams, query: z.object({ ...paging }), answer: members },
  listFollowing: { params: idParams, query: z.object({ ...paging }), answer: members },
};
