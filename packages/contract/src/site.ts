import { callsOf } from './endpoint.ts';
import * as limits from './limits.ts';
import type { siteShapes } from './shapes/site.ts';

const call = callsOf<typeof siteShapes>();

export const readSite = call('readSite', { method: 'GET', path: '/site', access: 'open', summary: 'The community’s public settings.' });
export const readSitePage = call('readSitePage', {
  method: 'GET',
  path: '/site/pages/{page}',
  access: 'open',
  summary: 'A page that the admins wrote: `about` or `privacy`.',
  refuses: ['not_found'],
});
export const readSiteSettings = call('readSiteSettings', {
  method: 'GET',
  path: '/admin/site',
  access: 'admin',
  summary: 'The community’s settings as admins set them: admins.',
});
export const changeSiteSettings = call('changeSiteSettings', {
  method: 'PUT',
  path: '/admin/site',
  access: 'admin',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Change the community’s settings: admins. Holds on every node within a second. A change to an older version is refused, with what is kept.',
  refuses: ['conflict', 'overloaded'],
});
export const changeSiteLogo = call('changeSiteLogo', {
  method: 'PUT',
  path: '/admin/site/logo',
  access: 'admin',
  takes: 'form',
  summary: 'Give the community a logo, from a file `logo`: admins.',
  refuses: ['too_large', 'overloaded', 'storage_full', 'storage_unavailable'],
});
export const removeSiteLogo = call('removeSiteLogo', {
  method: 'DELETE',
  path: '/admin/site/logo',
  access: 'admin',
  summary: 'Take the community’s logo away: admins.',
});
