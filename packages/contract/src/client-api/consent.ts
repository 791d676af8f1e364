import { z } from 'zod';
import { endpoint, scopes } from '../platform/endpoint.ts';

/** Parameters with which an app opened `/oauth/authorize`, packed by the server. */
const request = z.string().max(8_000);

export const readConsent = endpoint('readConsent', {
  method: 'GET',
  path: '/client-apps/consent',
  access: 'onboarded',
  summary: 'Check what an app asks for that signs the member in. 404 unless the admins allow apps.',
  refuses: ['not_found'],
  shape: {
    query: z.object({ request }),
    answer: z.object({
      data: z.object({
        /** Names and addresses are the app’s own claims. */
        name: z.string(),
        website: z.string().nullable(),
        scopes: z.array(z.enum(scopes)),
        /** Host or scheme at which the member continues. Null: the member copies a code. */
        returns_to: z.string().nullable(),
      }),
    }),
  },
});

export const answerConsent = endpoint('answerConsent', {
  method: 'POST',
  path: '/client-apps/consent',
  access: 'onboarded',
  takes: 'json',
  ownPagesOnly: true,
  summary: 'Allow an app to act for the member, or refuse. Returns the address to continue at, or a code to copy.',
  refuses: ['not_found'],
  shape: {
    body: z.object({ request, is_allowed: z.boolean() }),
    answer: z.object({ data: z.object({ redirect_to: z.string().nullable(), code: z.string().nullable() }) }),
  },
});
