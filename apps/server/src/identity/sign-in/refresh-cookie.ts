import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { clearCookie, type Cookie, readCookie, setCookie } from '../../platform/http/cookies.ts';

/** Sent to the sign-in calls only, never from other sites. */
const refreshCookie: Cookie = { name: 'mbari_refresh', path: '/api/v1/auth', sameSite: 'strict' };
const days = 24 * 60 * 60;

/** Tells page requests of members from those of visitors, and proves nothing. The script of the pages for visitors sets it, too. */
const memberCookie: Cookie = { name: 'mbari_member', path: '/', sameSite: 'lax', isPlain: true };

export function setRefreshCookie(reply: FastifyReply, config: Config, secret: string): void {
  setCookie(reply, config, refreshCookie, secret, 30 * days);
  setCookie(reply, config, memberCookie, 'yes', 30 * days);
}

export function clearRefreshCookie(reply: FastifyReply, config: Config): void {
  clearCookie(reply, config, refreshCookie);
  clearCookie(reply, config, memberCookie);
}

/** Returns the secret if it has the right form, otherwise null. */
export function readRefreshCookie(request: FastifyRequest, config: Config): string | null {
  const secret = readCookie(request, config, refreshCookie);
  return secret !== null && /^[\w-]{86}$/.test(secret) ? secret : null;
}
