import { z } from 'zod';
import { endpoint, scopes } from '../platform/endpoint.ts';
import { because, dated, id, idParams, message, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { confirmed } from './auth.ts';

const apiToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  created_at: dated,
  /** Null: no end. Ended tokens are listed for 30 days. */
  expires_at: dated.nullable(),
  last_used_on: z.iso.date().nullable(),
  /** Shortened address of the first request of that day. */
  last_used_place: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

const scopesInvalid = because('scopesInvalid');

export const listApiTokens = endpoint('listApiTokens', {
  method: 'GET',
  path: '/auth/tokens',
  access: 'session',
  summary: 'List the member’s API tokens, newest first.',
  shape: { answer: z.object({ data: z.array(apiToken).max(limits.apiTokens) }) },
});

export const createApiToken = endpoint('createApiToken', {
  method: 'POST',
  path: '/auth/tokens',
  access: 'verified',
  takes: 'json',
  status: 201,
  summary: 'Create an API token. The answer has the token, which is shown only once. The member is emailed.',
  refuses: ['conflict', 'recent_sign_in_required', 'overloaded'],
  shape: {
    body: z.object({
      name: text({ label: 'name', max: limits.apiTokenName, min: 1, isName: true }),
      scopes: z
        .array(z.enum(scopes, scopesInvalid), scopesInvalid)
        .min(1, scopesInvalid)
        .transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
      /** Days until the token ends. Null: no end. */
      days: z
        .int(because('notNumberFromOne', { field: 'days' }))
        .min(1, because('notNumberFromOne', { field: 'days' }))
        .max(limits.apiTokenDays, because('numberTooLarge', { field: 'days', most: limits.apiTokenDays }))
        .nullable(),
      ...confirmed,
    }),
    answer: z.object({ data: apiToken, token: z.string(), message: z.string() }),
  },
});

export const revokeApiToken = endpoint('revokeApiToken', {
  method: 'DELETE',
  path: '/auth/tokens/{id}',
  access: 'session',
  summary: 'Revoke an API token. Its next request is refused.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});
