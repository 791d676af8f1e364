import { callsOf } from './endpoint.ts';
import type { editingShapes } from './shapes/editing.ts';

const call = callsOf<typeof editingShapes>();

export const updatePhoto = call('updatePhoto', {
  method: 'POST',
  path: '/photos/{id}/update',
  access: 'onboarded',
  takes: 'form',
  summary: 'Change a post of one’s own. Fields left out stay as they are; `images[n]` and `keep[n]` together are its images from now on.',
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
