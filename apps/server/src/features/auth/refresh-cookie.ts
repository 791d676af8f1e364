import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

const name = 'mbari_refresh';
const days = 24 * 60 * 60;

/** Scripts cannot read it, other sites cannot make it travel, and it goes to the sign-in calls only. */
const attributes = (config: Config) =>
  ({ httpOnly: true, sameSite: 'strict', path: '/api/v1/auth', secure: config.publicUrl.protocol === 'https:' }) as const;

export function setRefreshCookie(reply: FastifyReply, config: Config, secret: string): void {
  reply.setCookie(name, secret, { ...attributes(config), maxAge: 30 * days });
}

export function clearRefreshCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(name, attributes(config));
}

/** The secret as this server makes them; anything else is none. */
export function readRefreshCookie(request: FastifyRequest): string | null {
  const secret = request.cookies[name];
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : null;
}
