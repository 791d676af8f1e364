import { callsOf } from './endpoint.ts';
import type { customisingShapes } from './shapes/customising.ts';

const call = callsOf<typeof customisingShapes>();

export const customiseProfile = call('customiseProfile', {
  method: 'POST',
  path: '/me/customisation',
  access: 'onboarded',
  takes: 'json or form',
  summary:
    'Change one’s cover (a file `cover`, or `remove_cover`), accent and pinned posts; part of the paid plan, but what is there may always be taken away.',
  refuses: ['upgrade_required', 'too_large', 'overloaded', 'quota_exceeded', 'storage_full', 'storage_unavailable'],
});
