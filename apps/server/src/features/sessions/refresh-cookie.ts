import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { clearCookie, type Cookie, readCookie, setCookie } from '../../http/cookies.ts';

/** Other sites cannot make it travel, and it goes to the sign-in calls only. */
const refreshCookie: Cookie = {
  ...{ name: 'mbari_refresh', path: '/api/v1/auth', sameSite: 'strict' },
  // Not signed, and therefore half as long.
  former: /^[\w-]{43}$/,
};
const days = 24 * 60 * 60;

export const setRefreshCookie = (reply: FastifyReply, config: Config, secret: string): void =>
  setCookie(reply, config, refreshCookie, secret, 30 * days);

export const clearRefreshCookie = (reply: FastifyReply, config: Config): void => clearCookie(reply, config, refreshCookie);

/** The secret as this server makes them, or made them before they were signed; anything else is none. */
export function readRefreshCookie(request: FastifyRequest, config: Config): string | null {
  const secret = readCookie(request, config, refreshCookie);
  return secret !== null && /^(?:[\w-]{43}){1,2}$/.test(secret) ? secret : null;
}
