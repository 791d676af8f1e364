import { z } from 'zod';
import { session } from './auth.ts';

export const oauthShapes = {
  startOauth: { query: z.object({ from: z.literal('forum', 'Sign-in starts from the forum only.').optional() }), answer: z.void() },
  finishOauth: {
    /** As the provider sends them; they are checked against what this browser began. */
    query: z.record(z.string().max(100), z.union([z.string().max(4096), z.array(z.string().max(4096)).max(10)])),
    answer: z.void(),
  },
  exchangeOauth: { body: z.object({ token: z.string('The token must be text.').max(128) }), answer: session },
};
