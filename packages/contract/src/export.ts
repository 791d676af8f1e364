import { callsOf } from './endpoint.ts';
import type { exportShapes } from './shapes/export.ts';

const call = callsOf<typeof exportShapes>();

export const exportAccount = call('exportAccount', {
  method: 'GET',
  path: '/me/export',
  access: 'session',
  sends: 'application/zip',
  summary: 'A ZIP of all that one made: JSON, and the largest stored form of each image.',
  refuses: ['overloaded'],
});
