import { callsOf } from './endpoint.ts';
import type { siteShapes } from './shapes/site.ts';

const call = callsOf<typeof siteShapes>();

export const readSite = call('readSite', { method: 'GET', path: '/site', access: 'open', summary: 'The community’s public settings.' });
