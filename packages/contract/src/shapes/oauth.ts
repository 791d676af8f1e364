import { z } from 'zod';
import { session } from './auth.ts';
import { because } from './because.ts';
import { invitationToken } from './invitations.ts';

export const oauthShapes = {
  startOauth: {
    query: z.object({
      from: z.literal('forum', because('signInFromForum')).optional(),
      /** Of a newcomer who was invited. */
      invitation: invitationToken.optional(),
    }),
    answer: z.void(),
  },
  finishOauth: {
    /** As the provider sends them; they are checked against what this browser began. */
    query: z.record(z.string().max(100), z.union([z.string().max(4096), z.array(z.string().max(4096)).max(10)])),
    answer: z.void(),
  },
  exchangeOauth: { body: z.object({ token: z.string(because('mustBeText', { field: 'token' })).max(128) }), answer: session },
};
