import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, id, idParams, message } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { title, topic } from './topics.ts';

/** The topic that has the posts now. */
const answer = z.object({ data: topic, message: z.string() });

export const lockTopic = endpoint('lockTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/lock',
  access: 'organiser',
  summary: 'Lock a topic, so that only organisers write in it: organisers.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const unlockTopic = endpoint('unlockTopic', {
  method: 'DELETE',
  path: '/forum/topics/{id}/lock',
  access: 'organiser',
  summary: 'Open a locked topic again: organisers.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const pinTopic = endpoint('pinTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/pin',
  access: 'organiser',
  takes: 'json',
  summary: 'Have a topic stand before all others, until a time or until it is taken back: organisers.',
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
  summary: 'Pin a topic no longer: organisers.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const moveTopic = endpoint('moveTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/move',
  access: 'organiser',
  takes: 'json',
  summary: 'Move a topic to another category: organisers.',
  refuses: ['not_found'],
  shape: { params: idParams, body: z.object({ category_id: id }), answer: message },
});

export const splitTopic = endpoint('splitTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/split',
  access: 'organiser',
  takes: 'json',
  summary: 'Make a new topic of some posts of a topic: organisers. The opening stays. Old addresses lead on.',
  refuses: ['not_found', 'conflict'],
  shape: {
    params: idParams,
    body: z.object({
      /** Posts to move, in any order. They keep their own order. */
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
  summary: 'Add all posts of a topic behind those of another: organisers. Its address leads there.',
  refuses: ['not_found', 'conflict'],
  shape: { params: idParams, body: z.object({ /** Id of the topic that receives the posts. */ into: id }), answer },
});

export const restoreTopic = endpoint('restoreTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/restore',
  access: 'organiser',
  takes: 'json',
  summary: 'Bring a deleted topic back: organisers.',
  refuses: ['not_found', 'forbidden'],
  shape: {
    params: idParams,
    /** Target if the original category was deleted. */
    body: z.object({ category_id: id.nullish() }),
    answer,
  },
});

export const restoreForumPost = endpoint('restoreForumPost', {
  method: 'POST',
  path: '/forum/topics/{id}/posts/{postId}/restore',
  access: 'organiser',
  summary: 'Bring a deleted post back: organisers.',
  refuses: ['not_found', 'forbidden'],
  shape: { params: z.object({ id, postId: id }), answer: message },
});
