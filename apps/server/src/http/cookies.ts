import { stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

export interface Cookie {
  name: string;
  path: string;
  sameSite: 'strict' | 'lax';
  /** What browsers still have without the prefix from a version that gave it none, where they should not be signed out. */
  former?: RegExp;
}

type Encryption = Pick<Config, 'publicUrl'>;

const isEncrypted = ({ publicUrl }: Encryption): boolean => publicUrl.protocol === 'https:';

/** With the prefix a browser takes the cookie over https alone, so that nobody on the network can put one of theirs in its place. */
const nameOf = ({ name }: Cookie, config: Encryption): string => (isEncrypted(config) ? `__Secure-${name}` : name);

/** Scripts cannot read it. */
const attributes = ({ path, sameSite }: Cookie, config: Encryption) =>
  ({ httpOnly: true, sameSite, path, secure: isEncrypted(config) }) as const;

export function setCookie(reply: FastifyReply, config: Encryption, cookie: Cookie, value: string, seconds: number): void {
  clearFormer(reply, config, cookie);
  addCookie(reply, nameOf(cookie, config), value, { ...attributes(cookie, config), maxAge: seconds });
}

export function clearCookie(reply: FastifyReply, config: Encryption, cookie: Cookie): void {
  clearFormer(reply, config, cookie);
  addCookie(reply, nameOf(cookie, config), '', { ...attributes(cookie, config), ...past });
}

/** A browser drops what has expired; `maxAge` is for those whose clock is wrong. */
const past = { expires: new Date(0), maxAge: 0 };

/** Beside those that the answer sets already. */
const addCookie = (reply: FastifyReply, name: string, value: string, options: object): void =>
  void reply.header('set-cookie', stringifySetCookie({ name, value, ...options }));

/**
 * Null where there is none, and where there are two of the name: one of them may have been put there from a sibling's address, and
 * nobody can tell which. Under https the name without its prefix, which anybody on the network can plant, changes nothing beside the one
 * with it. Alone it is taken if it looks as in a version that had no prefix.
 */
export function readCookie(request: FastifyRequest, config: Encryption, cookie: Cookie): string | null {
  const sent = sentCookies(request);
  const valuesOf = (wanted: string): string[] => sent.flatMap(({ name, value }) => (name === wanted ? [value] : []));
  const only = ([value, ...more]: string[]): string | null => (value !== undefined && more.length === 0 ? value : null);

  const own = valuesOf(nameOf(cookie, config));
  if (own.length > 0 || !isEncrypted(config)) return only(own);
  const former = only(valuesOf(cookie.name));
  return former !== null && cookie.former?.test(former) ? former : null;
}

/** The name of earlier versions goes with the first answer that sets or clears the cookie, or it would stand beside the new one. */
function clearFormer(reply: FastifyReply, config: Encryption, cookie: Cookie): void {
  if (isEncrypted(config) && sentCookies(reply.request).some(({ name }) => name === cookie.name))
    addCookie(reply, cookie.name, '', { ...attributes(cookie, config), ...past });
}

/** As they came: a parser would keep one of each name. */
const sentCookies = ({ headers }: FastifyRequest): { name: string; value: string }[] =>
  (headers.cookie ?? '').split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name: name.trim(), value: value.join('=').trim() };
  });
