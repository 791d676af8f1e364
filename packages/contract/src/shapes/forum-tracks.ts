import { z } from 'zod';
import { because } from './because.ts';
import { idParams, message } from './fields.ts';

export const forumTrackShapes = {
  followTopic: { params: idParams, answer: message },
  unfollowTopic: { params: idParams, answer: message },
  muteTopic: { params: idParams, answer: message },
  unmuteTopic: { params: idParams, answer: message },
  readTopicUpTo: {
    params: idParams,
    body: z.object({
      number: z
        .int(because('notWholeNumber', { field: 'number' }))
        .min(1, because('numberTooSmall', { field: 'number', least: 1 }))
        .max(1_000_000_000, because('numberTooLarge', { field: 'number' })),
    }),
    answer: z.object({ message: z.string(), data: z.object({ unread_posts_count: z.number().int() }) }),
  },
  followForumCategory: { params: idParams, answer: message },
  unfollowForumCategory: { params: idParams, answer: message },
  muteForumCategory: { params: idParams, answer: message },
  unmuteForumCategory: { params: idParams, answer: message },
};
