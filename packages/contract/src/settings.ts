import { callsOf } from './endpoint.ts';
import type { settingsShapes } from './shapes/settings.ts';

const call = callsOf<typeof settingsShapes>();

export const readForumSettings = call('readForumSettings', {
  method: 'GET',
  path: '/me/forum-settings',
  access: 'verified',
  summary: 'One’s own settings.',
});
export const saveForumSettings = call('saveForumSettings', {
  method: 'PUT',
  path: '/me/forum-settings',
  access: 'verified',
  takes: 'json',
  summary:
    'Change one’s settings; only those sent are changed. Visibility is part of the paid plan, but may always be sent unchanged or back to public.',
  refuses: ['upgrade_required'],
});
