import { callsOf } from './endpoint.ts';
import type { forumImageShapes } from './shapes/forum-images.ts';

const call = callsOf<typeof forumImageShapes>();

export const uploadForumImage = call('uploadForumImage', {
  method: 'POST',
  path: '/forum/images',
  access: 'onboarded',
  takes: 'form',
  status: 201,
  summary:
    'Upload an image for a text of the forum, to be shown there by `![words](photo:ID)`. One that no draft and no post names is gone after a day. Sent twice with one Idempotency-Key it is uploaded once. The key with another request is refused.',
  refuses: ['idempotency_key_reused', 'too_large', 'overloaded', 'quota_exceeded', 'storage_full', 'storage_unavailable'],
});
export const listTopicImages = call('listTopicImages', {
  method: 'GET',
  path: '/forum/topics/{id}/images',
  access: 'onboarded',
  summary: 'The images that the posts of a topic show, in their order.',
  refuses: ['not_found'],
});
