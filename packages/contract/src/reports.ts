import { callsOf } from './endpoint.ts';
import type { reportShapes } from './shapes/reports.ts';

const call = callsOf<typeof reportShapes>();

export const report = call('report', {
  method: 'POST',
  path: '/reports',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary:
    'Ask the organisers to look at a post, a comment, a post or topic of the forum, or a member: by one of the reasons, or by a rule. Repeated while it is open, it is the same report.',
  refuses: ['not_found', 'own_content'],
});
