import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, id, idParams, message } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { title, topic } from './topics.ts';

/** The new, enlarged or restored topic. */
const answer = z.object({ data: topic, message: z.string() });

export const lockTopic = endpoint('lockTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/lock',
  access: 'organiser',
  summary: 'Lock a topic. Only organisers can write in it.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const unlockTopic = endpoint('unlockTopic', {
  method: 'DELETE',
  path: '/forum/topics/{id}/lock',
  access: 'organiser',
  summary: 'Unlock a topic.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const pinTopic = endpoint('pinTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/pin',
  access: 'organiser',
  takes: 'json',
  summary: 'Pin a topic to the top of lists, with or without an end.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    body: z.object({
      /** End of the pin. Omitted or null: no end. */
      until: z.iso.datetime(because('timeInvalid')).nullish(),
    }),
    answer: message,
  },
});

export const unpinTopic = endpoint('unpinTopic', {
  method: 'DELETE',
  path: '/forum/topics/{id}/pin',
  access: 'organiser',
  summary: 'Unpin a topic.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const moveTopic = endpoint('moveTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/move',
  access: 'organiser',
  takes: 'json',
  summary: 'Move a topic to another category.',
  refuses: ['not_found'],
  shape: { params: idParams, body: z.object({ category_id: id }), answer: message },
});

export const splitTopic = endpoint('splitTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/split',
  access: 'organiser',
  takes: 'json',
  summary: 'Move posts of a topic into a new one. The opening post stays. Old addresses redirect.',
  refuses: ['not_found', 'conflict'],
  shape: {
    params: idParams,
    body: z.object({
      /** Ids of the posts to move. The posts keep their order. */
      post_ids: z
        .array(id, because('splitPostsMissing'))
        .min(1, because('splitPostsNone'))
        .max(limits.splitPosts, because('tooManySplitPosts', { most: limits.splitPosts })),
      title,
      category_id: id,
    }),
    answer,
  },
});

export const mergeTopic = endpoint('mergeTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/merge',
  access: 'organiser',
  takes: 'json',
  summary: 'Append all posts of a topic to another. The old address redirects.',
  refuses: ['not_found', 'conflict'],
  shape: { params: idParams, body: z.object({ /** Id of the topic that receives the posts. */ into: id }), answer },
});

export const restoreTopic = endpoint('restoreTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/restore',
  access: 'organiser',
  takes: 'json',
  summary: 'Restore a deleted topic.',
  refuses: ['not_found', 'forbidden'],
  shape: {
    params: idParams,
    /** Category for the topic if its original one was deleted. */
    body: z.object({ category_id: id.nullish() }),
    answer,
  },
});

export const restoreForumPost = endpoint('restoreForumPost', {
  method: 'POST',
  path: '/forum/topics/{id}/posts/{postId}/restore',
  access: 'organiser',
  summary: 'Restore a deleted post.',
  refuses: ['not_found', 'forbidden'],
  shape: { params: z.object({ id, postId: id }), answer: message },
});
