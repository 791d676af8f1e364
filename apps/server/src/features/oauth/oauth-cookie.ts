import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Errand } from '../../outside/identity-provider.ts';

const name = 'mbari_oauth';
const minute = 60;
const errandLasts = 10 * minute;
const browserLasts = 2 * minute;

/** A sign-in under way at the provider, as the browser that began it carries it. */
export interface PendingErrand extends Errand {
  /** Known to this browser alone: what it begins, only it can finish. */
  browser: string;
}

/** Lax: the provider's redirect comes from another site and must bring it along. Scripts cannot read it, and nobody can but this server. */
const attributes = ({ config }: Context) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/api/v1/auth/oauth', secure: config.publicUrl.protocol === 'https:' }) as const;

export const setErrandCookie = (context: Context, reply: FastifyReply, errand: PendingErrand): void =>
  setSealed(context, reply, 'oauth errand', errand, errandLasts);

/** The errand is done; what is left is to trade the token in. */
export const setBrowserCookie = (context: Context, reply: FastifyReply, browser: string): void =>
  setSealed(context, reply, 'oauth browser', { browser }, browserLasts);

export const readErrandCookie = (context: Context, request: FastifyRequest): PendingErrand | null =>
  readSealed(context, request, 'oauth errand') as PendingErrand | null;

export const readBrowserCookie = (context: Context, request: FastifyRequest): string | null =>
  (readSealed(context, request, 'oauth browser') as { browser: string } | null)?.browser ?? null;

export function clearOauthCookie(context: Context, reply: FastifyReply): void {
  reply.clearCookie(name, attributes(context));
}

type Purpose = 'oauth errand' | 'oauth browser';

function setSealed(context: Context, reply: FastifyReply, purpose: Purpose, content: object, seconds: number): void {
  const expires = context.now().getTime() + seconds * 1000;
  reply.setCookie(name, context.secrets.seal(purpose, JSON.stringify({ content, expires })), { ...attributes(context), maxAge: seconds });
}

/** Only what this server sealed for the purpose opens, so that its shape is sure. */
function readSealed(context: Context, request: FastifyRequest, purpose: Purpose): unknown {
  const opened = context.secrets.unseal(purpose, request.cookies[name] ?? '');
  if (opened === null) return null;
  const { content, expires } = JSON.parse(opened) as { content: unknown; expires: number };
  return expires > context.now().getTime() ? content : null;
}
