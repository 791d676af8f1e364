import { callsOf } from './endpoint.ts';
import * as limits from './limits.ts';
import type { filterShapes } from './shapes/filters.ts';

const call = callsOf<typeof filterShapes>();

export const readFilters = call('readFilters', {
  method: 'GET',
  path: '/admin/filters',
  access: 'admin',
  summary: 'Words and links that are refused, held or reported, what else is held, and for how long an account counts as new: admins.',
});
export const changeFilters = call('changeFilters', {
  method: 'PUT',
  path: '/admin/filters',
  access: 'admin',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Set all words and links at once: admins. Holds on every node within a second. A change to an older version is refused, with what is kept.',
  refuses: ['conflict'],
});
