import { z } from 'zod';
import { id, idParams, message } from './fields.ts';

export const forumModerationShapes = {
  lockTopic: { params: idParams, answer: message },
  unlockTopic: { params: idParams, answer: message },
  pinTopic: {
    params: idParams,
    body: z.object({
      /** When the pin ends; left out or null, it stays until it is taken back. */
      until: z.iso.datetime('The end must be a time in UTC.').nullish(),
    }),
    answer: message,
  },
  unpinTopic: { params: idParams, answer: message },
  moveTopic: { params: idParams, body: z.object({ category_id: id }), answer: message },
  restoreForumPost: { params: z.object({ id, postId: id }), answer: message },
};
