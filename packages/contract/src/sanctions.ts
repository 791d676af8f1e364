import { callsOf } from './endpoint.ts';
import type { sanctionShapes } from './shapes/sanctions.ts';

const call = callsOf<typeof sanctionShapes>();

export const acknowledgeWarning = call('acknowledgeWarning', {
  method: 'POST',
  path: '/me/warnings/{id}/acknowledge',
  access: 'session',
  summary: 'Say that one has read a warning. It is not shown again.',
  refuses: ['not_found'],
});
