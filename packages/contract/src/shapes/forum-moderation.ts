import { z } from 'zod';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { id, idParams, message } from './fields.ts';
import { title, topic } from './forum-topics.ts';

/** The topic that has the posts now. */
const answer = z.object({ data: topic, message: z.string() });

export const forumModerationShapes = {
  lockTopic: { params: idParams, answer: message },
  unlockTopic: { params: idParams, answer: message },
  pinTopic: {
    params: idParams,
    body: z.object({
      /** When the pin ends; left out or null, it stays until it is taken back. */
      until: z.iso.datetime(because('timeInvalid')).nullish(),
    }),
    answer: message,
  },
  unpinTopic: { params: idParams, answer: message },
  moveTopic: { params: idParams, body: z.object({ category_id: id }), answer: message },
  splitTopic: {
    params: idParams,
    body: z.object({
      /** Those that go, in whatever order; they keep theirs. */
      post_ids: z
        .array(id, because('splitPostsMissing'))
        .min(1, because('splitPostsNone'))
        .max(limits.splitPosts, because('tooManySplitPosts', { most: limits.splitPosts })),
      title,
      category_id: id,
    }),
    answer,
  },
  mergeTopic: { params: idParams, body: z.object({ /** The topic that gets the posts. */ into: id }), answer },
  restoreTopic: {
    params: idParams,
    /** Where it goes if its category is gone. */
    body: z.object({ category_id: id.nullish() }),
    answer,
  },
  restoreForumPost: { params: z.object({ id, postId: id }), answer: message },
};
