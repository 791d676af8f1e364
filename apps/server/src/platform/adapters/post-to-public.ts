import { lookup } from 'node:dns';
import { type OutgoingHttpHeaders, request as requestOverHttp } from 'node:http';
import { Agent, request as requestOverHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Config } from '../config.ts';
import { plainAddress } from '../plain-address.ts';

/** Most bytes read from a response, whose content is ignored. */
const answerBytes = 16 * 1024;
/** Most push subscriptions share a few hosts. Idle connections are closed, because members can name any host. */
const agent = new Agent({ keepAlive: true, maxSockets: 4, timeout: 30_000 });

/** Checks that the URL is https on a public name. `lookupPublic` checks its IP addresses when sending. */
export function isPublicUrl({ localPushService }: Pick<Config, 'localPushService'>, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(url);
  if (username + password !== '') return false;
  if (origin === localPushService) return true;
  return protocol === 'https:' && port === '' && isPublicName(hostname);
}

function isPublicName(hostname: string): boolean {
  const labels = hostname.split('.');
  const last = labels.at(-1)!;
  return labels.length > 1 && labels.every((label) => label !== '') && /^[a-z][a-z0-9-]*$/.test(last) && !localDomains.has(last);
}

/** Domains of the local machine or network: RFC 6761, 6762, 7686 and 8375, ICANN’s `internal`, and names that routers use. */
const localDomains = new Set([
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'lan',
  'home',
  'corp',
  'arpa',
  'onion',
  'alt',
]);

export interface PublicAnswer {
  status: number;
  /** Seconds. */
  retryAfter: number | null;
}

interface Post {
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** Timeout in milliseconds. */
  patience: number;
}

/**
 * Posts to a URL that members gave, only to public addresses and without following redirects. Throws an error whose message does not
 * contain the host. The caller has checked `isPublicUrl`.
 */
export function postToPublic(
  { localPushService }: Pick<Config, 'localPushService'>,
  url: string,
  { headers, body, patience }: Post,
): Promise<PublicAnswer> {
  const isLocal = new URL(url).origin === localPushService;
  const start = isLocal ? requestOverHttp : requestOverHttps;
  return new Promise((resolve, reject) => {
    const request = start(url, { method: 'POST', headers, ...(!isLocal && { lookup: lookupPublic, agent }) }, (response) => {
      const wait = Number(response.headers['retry-after']);
      resolve({ status: response.statusCode ?? 0, retryAfter: Number.isInteger(wait) && wait > 0 ? wait : null });
      let read = 0;
      response.on('data', (chunk: Buffer) => (read += chunk.length) > answerBytes && response.destroy());
    });
    const timer = setTimeout(() => request.destroy(new Error('no answer in time')), patience);
    request.on('close', () => clearTimeout(timer));
    // Error codes contain no host name, unlike error messages.
    request.on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code ?? error.message)));
    request.end(body);
  });
}

/** Checks the addresses that are actually connected to, because DNS may change after an earlier check. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [], 0);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(new Error('the name does not lead to public addresses'), [], 0);
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

/** Special-purpose IPv4 ranges (RFC 6890). */
const notPublic4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Public IPv6. `notPublic6` excludes tunnels to IPv4 and documentation ranges. */
const given6 = ['2000::/3'];
const notPublic6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Returns true for an address of the public internet, not of this machine or its network. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address);
  if (isIP(plain) === 4) return !blocked4.check(plain, 'ipv4');
  return isIP(plain) === 6 && allowed6.check(plain, 'ipv6') && !blocked6.check(plain, 'ipv6');
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

const blocked4 = listOf(notPublic4, 'ipv4');
const allowed6 = listOf(given6, 'ipv6');
const blocked6 = listOf(notPublic6, 'ipv6');
