import { stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

export interface Cookie {
  name: string;
  path: string;
  sameSite: 'strict' | 'lax';
  /** Scripts may read and set the cookie, so it must not prove anything. */
  isPlain?: boolean;
}

type Encryption = Pick<Config, 'publicUrl'>;

const isEncrypted = ({ publicUrl }: Encryption): boolean => publicUrl.protocol === 'https:';

/** With the prefix, browsers accept the cookie only over https, so that nobody on the network can replace it. */
const nameOf = ({ name, isPlain = false }: Cookie, config: Encryption): string =>
  isEncrypted(config) && !isPlain ? `__Secure-${name}` : name;

const attributes = ({ path, sameSite, isPlain = false }: Cookie, config: Encryption) =>
  ({ httpOnly: !isPlain, sameSite, path, secure: isEncrypted(config) }) as const;

export function setCookie(reply: FastifyReply, config: Encryption, cookie: Cookie, value: string, seconds: number): void {
  addCookie(reply, nameOf(cookie, config), value, { ...attributes(cookie, config), maxAge: seconds });
}

export function clearCookie(reply: FastifyReply, config: Encryption, cookie: Cookie): void {
  addCookie(reply, nameOf(cookie, config), '', { ...attributes(cookie, config), ...past });
}

/** `maxAge` is for browsers with a wrong clock. */
const past = { expires: new Date(0), maxAge: 0 };

const addCookie = (reply: FastifyReply, name: string, value: string, options: object): void =>
  void reply.header('set-cookie', stringifySetCookie({ name, value, ...options }));

/**
 * Returns null if the cookie is missing or sent twice: a sibling domain may have planted the second. Over https
 * the name without the prefix, which anybody on the network can plant, is ignored.
 */
export function readCookie(request: FastifyRequest, config: Encryption, cookie: Cookie): string | null {
  const prefixedName = nameOf(cookie, config);
  const [first, ...more] = sentCookies(request).filter(({ name }) => name === prefixedName);
  return first !== undefined && more.length === 0 ? first.value : null;
}

/** Splits by hand, because a parser would keep one cookie of each name. */
const sentCookies = ({ headers }: FastifyRequest): { name: string; value: string }[] =>
  (headers.cookie ?? '').split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name: name.trim(), value: value.join('=').trim() };
  });
