import { callsOf } from './endpoint.ts';
import type { photoShapes } from './shapes/photos.ts';

const call = callsOf<typeof photoShapes>();

export const readPhoto = call('readPhoto', {
  method: 'GET',
  path: '/photos/{id}',
  access: 'onboarded',
  summary: 'One post.',
  refuses: ['not_found'],
});
export const createPhoto = call('createPhoto', {
  method: 'POST',
  path: '/photos',
  access: 'onboarded',
  takes: 'form',
  status: 201,
  summary:
    'Post a photo: the fields, and its files as `images[n]`. Sent twice with one Idempotency-Key it is posted once. The key with another request is refused.',
  refuses: [
    'pending_review',
    'conflict',
    'idempotency_key_reused',
    'too_large',
    'upgrade_required',
    'overloaded',
    'quota_exceeded',
    'storage_full',
    'storage_unavailable',
  ],
});
export const updatePhoto = call('updatePhoto', {
  method: 'POST',
  path: '/photos/{id}/update',
  access: 'onboarded',
  takes: 'form',
  summary:
    'Change a post of one’s own. Fields left out stay as they are; `images[n]` and `keep[n]` together are its images from now on. An edit of an older `version` is refused with what is stored now; without `version` the last write wins.',
  refuses: [
    'not_found',
    'not_owner',
    'too_large',
    'upgrade_required',
    'overloaded',
    'quota_exceeded',
    'storage_full',
    'storage_unavailable',
    'conflict',
  ],
});
export const deletePhoto = call('deletePhoto', {
  method: 'DELETE',
  path: '/photos/{id}',
  access: 'onboarded',
  summary: 'Delete a post: its owner, or an organiser who can see it. It is gone at once, its images within a day.',
  refuses: ['not_found', 'not_owner'],
});
