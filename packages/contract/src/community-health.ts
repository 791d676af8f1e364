import { callsOf } from './endpoint.ts';
import type { communityHealthShapes } from './shapes/community-health.ts';

const call = callsOf<typeof communityHealthShapes>();

export const readCommunityHealth = call('readCommunityHealth', {
  method: 'GET',
  path: '/admin/health',
  access: 'admin',
  summary: 'The community in figures, day by day for a year: admins. Tallied once an hour.',
});
