import { callsOf } from './endpoint.ts';
import * as limits from './limits.ts';
import type { ruleShapes } from './shapes/rules.ts';

const call = callsOf<typeof ruleShapes>();

export const listRules = call('listRules', {
  method: 'GET',
  path: '/rules',
  access: 'open',
  summary: 'The community’s rules in their order, and their version, which is 0 where there never were any.',
});
export const acceptRules = call('acceptRules', {
  method: 'PUT',
  path: '/me/rules',
  access: 'verified',
  takes: 'json',
  summary: 'Accept the rules as they are now. `version` is the one that was read; where it is no longer the newest, nothing is kept.',
  refuses: ['conflict'],
});
export const setRules = call('setRules', {
  method: 'PUT',
  path: '/admin/rules',
  access: 'admin',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Set all rules at once: admins. `version` is the one that was changed; where it is no longer the newest, nothing is set. A rule with other words is another rule.',
  refuses: ['conflict'],
});
