import { callsOf } from './endpoint.ts';
import type { mediaShapes } from './shapes/media.ts';

const call = callsOf<typeof mediaShapes>();

export const readStorage = call('readStorage', {
  method: 'GET',
  path: '/me/storage',
  access: 'verified',
  summary: 'How much room one’s pictures take, and how much they may.',
});
