import { callsOf } from './endpoint.ts';
import type { profileShapes } from './shapes/profiles.ts';

const call = callsOf<typeof profileShapes>();

export const readProfile = call('readProfile', {
  method: 'GET',
  path: '/users/{username}',
  access: 'optional',
  summary:
    'A member as the viewer may see them; of a private profile name, username and avatar alone. `as` shows one’s own as others see it.',
  refuses: ['not_found'],
});
export const listProfilePhotos = call('listProfilePhotos', {
  method: 'GET',
  path: '/users/{username}/photos',
  access: 'optional',
  summary: 'A member’s posts that the viewer may see, newest first. Of a private profile, none to anybody but its owner.',
  refuses: ['not_found', 'profile_private'],
});
