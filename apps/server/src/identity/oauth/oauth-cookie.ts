import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthorizationRequest, Identity } from '../../platform/adapters/identity-provider.ts';
import type { Context } from '../../platform/context.ts';
import { clearCookie, type Cookie, readCookie, setCookie } from '../../platform/http/cookies.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Sentence } from '../../platform/refusal.ts';

/** SameSite is Lax, because the provider's redirect from another site must carry the cookie. */
const oauthCookie: Cookie = { name: 'mbari_oauth', path: '/api/v1/auth/oauth', sameSite: 'lax' };
const minute = 60;
const authorizationSeconds = 10 * minute;
const browserSeconds = 2 * minute;

export interface PendingAuthorization extends AuthorizationRequest {
  /** Random id that binds the sign-in to this browser. */
  browser: string;
  /** Key of the provider. */
  provider: string;
  invitation?: string;
  /** Set if the sign-in connects the provider with this member's account. */
  owner?: Pick<Viewer, 'id' | 'session_id'>;
}

/** Answer of a provider that waits for the session which asked to connect it. */
export interface PendingLink {
  owner: Pick<Viewer, 'id' | 'session_id'>;
  /** Name of the provider. */
  provider: string;
  answer: Omit<Identity, 'names' | 'usernames'> | { failure: Sentence };
}

export const setAuthorizationCookie = (context: Context, reply: FastifyReply, authorization: PendingAuthorization): void =>
  setSealed(context, reply, 'oauth authorization', authorization, authorizationSeconds);

export const setBrowserCookie = (context: Context, reply: FastifyReply, browser: string): void =>
  setSealed(context, reply, 'oauth browser', { browser }, browserSeconds);

export const setLinkCookie = (context: Context, reply: FastifyReply, link: PendingLink): void =>
  setSealed(context, reply, 'oauth link', link, browserSeconds);

export const readAuthorizationCookie = (context: Context, request: FastifyRequest): PendingAuthorization | null =>
  readSealed(context, request, 'oauth authorization') as PendingAuthorization | null;

export const readBrowserCookie = (context: Context, request: FastifyRequest): string | null =>
  (readSealed(context, request, 'oauth browser') as { browser: string } | null)?.browser ?? null;

export const readLinkCookie = (context: Context, request: FastifyRequest): PendingLink | null =>
  readSealed(context, request, 'oauth link') as PendingLink | null;

export const clearOauthCookie = ({ config }: Context, reply: FastifyReply): void => clearCookie(reply, config, oauthCookie);

type Purpose = 'oauth authorization' | 'oauth browser' | 'oauth link';

function setSealed(context: Context, reply: FastifyReply, purpose: Purpose, content: object, seconds: number): void {
  const expires = context.now().getTime() + seconds * 1000;
  setCookie(reply, context.config, oauthCookie, context.secrets.seal(purpose, JSON.stringify({ content, expires })), seconds);
}

/** Reads the cookie. Only this server seals it, so no schema check is needed. */
function readSealed(context: Context, request: FastifyRequest, purpose: Purpose): unknown {
  const unsealed = context.secrets.unseal(purpose, readCookie(request, context.config, oauthCookie) ?? '');
  if (unsealed === null) return null;
  const { content, expires } = JSON.parse(unsealed) as { content: unknown; expires: number };
  return expires > context.now().getTime() ? content : null;
}
