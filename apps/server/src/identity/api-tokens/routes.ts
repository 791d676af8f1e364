import {
  type ApiToken,
  createApiToken as createApiTokenCall,
  listApiTokens as listApiTokensCall,
  revokeApiToken as revokeApiTokenCall,
} from '@mbari/contract/identity/api-tokens';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { confirmOwner } from '../sign-in/log-in.ts';
import { withinSession } from '../sign-in/sessions.ts';
import { createApiToken, revokeApiToken } from './api-tokens.ts';
import { listApiTokens, type ListedApiToken } from './queries.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const apiTokenRoutes = [
  route(listApiTokensCall, async ({ context, member }) => ({ data: (await listApiTokens(context.db, member.id)).map(viewApiToken) })),

  route(createApiTokenCall, async ({ context, member, body: { name, scopes, days, password } }) => {
    await confirmOwner(context, member, password);
    const expiresAt = days === null ? null : new Date(context.now().getTime() + days * dayMs);
    const { token, row } = await withinSession(context, member, (tx) =>
      createApiToken(tx, { memberId: member.id, name, scopes, expiresAt }),
    );
    return { data: viewApiToken(row), token, message: answers.apiTokenCreated };
  }),

  route(revokeApiTokenCall, async ({ context, member, params }) => {
    await revokeApiToken(context.db, member.id, params.id);
    return { message: answers.apiTokenRevoked };
  }),
];

const viewApiToken = ({ created_at, expires_at, ...token }: ListedApiToken): ApiToken => ({
  ...token,
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
});
