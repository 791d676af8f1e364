import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { plainAddress } from '../plain-address.ts';
import { type Because, Refusal } from '../refusal.ts';
import { type Count, countWindows, type WindowCounters } from './window-counters.ts';

const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;

/** Number of uses, and window in seconds. The word after `by` is the key. */
const table = {
  'login by ip': [10, 5 * minutes],
  'login by ip and account': [10, 15 * minutes],
  'login failures by account': [25, hours],
  'register by ip': [30, 30 * minutes],
  'forgot by email': [5, 30 * minutes],
  'forgot by ip': [10, 30 * minutes],
  'reset by ip': [10, 30 * minutes],
  'password by member': [10, 10 * minutes],
  'second factor by account': [20, hours],
  'oauth by ip': [30, 5 * minutes],
  'passkey by ip': [30, 5 * minutes],
  'client app by ip': [30, hours],
  'change of email by member': [5, hours],
  'resend by member': [5, 30 * minutes],
  'resend by email': [5, 30 * minutes],
  'resend by ip': [10, 30 * minutes],
  'mail by address': [10, hours],
  'verify link by ip': [25, 5 * minutes],
  'refresh by session': [30, 5 * minutes],
  'email status by member': [30, minutes],
  'notifications by member': [30, minutes],
  'search by member': [120, minutes],
  'user search by member': [60, minutes],
  'suggestions by member': [60, minutes],
  'follow by member': [30, minutes],
  'follow by member, daily': [400, days],
  'block by member': [60, minutes],
  'like by member': [60, minutes],
  'save by member': [60, minutes],
  'name by member': [60, hours],
  'describe by member': [120, hours],
  'comment by member': [10, minutes],
  'comment by member, hourly': [200, hours],
  'upload by member': [30, 30 * minutes],
  'upload by free member, daily': [60, days],
  'upload by paid member, daily': [500, days],
  'change by member': [30, 30 * minutes],
  'import by member, daily': [10, days],
  'delete by member': [60, 30 * minutes],
  'report by member': [20, hours],
  'removal by ip': [5, hours],
  'invite by member': [20, hours],
  'invitation by ip': [60, 5 * minutes],
  'moderate by member': [120, 10 * minutes],
  'topic by member': [5, 10 * minutes],
  'vote by member': [60, minutes],
  'challenge vote by member': [180, minutes],
  'forum post by member': [10, minutes],
  'forum search by member': [60, minutes],
  'events by member': [120, minutes],
  'replying by member': [30, minutes],
  'conversation by member, daily': [30, days],
  'message by member': [60, minutes],
  'typing by member': [60, minutes],
  'draft by member': [120, minutes],
  'preview by member': [60, minutes],
  'settings by member': [60, 10 * minutes],
  'end mails by member': [60, 10 * minutes],
  'opening or closing a profile by member': [12, hours],
  'export by member, daily': [3, days],
  'any call by member': [1_500, 5 * minutes],
  // Beside the member's own limit, so that a script does not lock its owner out.
  'any call by token': [600, 5 * minutes],
  'any call by tokens of member': [1_500, 5 * minutes],
  'any call by ip without session': [300, 5 * minutes],
  'preview by ip': [300, 5 * minutes],
  'media by ip': [200, 10],
} as const satisfies Record<string, readonly [number, number]>;

export type LimitName = keyof typeof table;

/** Removes the tag after a plus sign: the address reaches the same mailbox without it. */
const withoutTag = (email: string): string => email.replace(/\+[^@]*/, '');

/** Limits keyed by mailbox, in any spelling. */
const byMailbox: ReadonlySet<LimitName> = new Set<LimitName>(['forgot by email', 'resend by email', 'mail by address']);

/** Limits that guard an account. Keys that strangers make up must not evict the keys of accounts. */
const guards: ReadonlySet<LimitName> = new Set<LimitName>([
  'login by ip and account',
  'login failures by account',
  'second factor by account',
  ...byMailbox,
]);
/** Limits that count for all nodes together: guessing, mail to strangers, costly work. The others protect each node from floods. */
const shared: ReadonlySet<LimitName> = new Set<LimitName>([
  'login by ip',
  'login by ip and account',
  'login failures by account',
  'register by ip',
  'forgot by email',
  'forgot by ip',
  'reset by ip',
  'password by member',
  'second factor by account',
  'oauth by ip',
  'passkey by ip',
  'client app by ip',
  'change of email by member',
  'resend by member',
  'resend by email',
  'resend by ip',
  'mail by address',
  'verify link by ip',
  'invite by member',
  'invitation by ip',
  'removal by ip',
  'export by member, daily',
  'import by member, daily',
  'conversation by member, daily',
]);
/** Keys per limit; 20,000 take 4.5 MB. */
const mostKeys = { usual: 20_000, guarding: 50_000 };

const longestKey = 64;

function keyOf(name: LimitName, key: string): string {
  const counted = byMailbox.has(name) ? withoutTag(key) : key;
  return counted.length <= longestKey ? counted : createHash('sha256').update(counted).digest('base64url');
}

/** Counters for all nodes, in windows that begin with a key's first use. */
export interface SharedCounters {
  add(name: LimitName, key: string, windowMs: number): Promise<Count>;
  countOf(name: LimitName, key: string): Promise<number>;
}

export interface RateLimits {
  /** Counts one use. Throws `too_many_requests` with the seconds to wait if the limit is used up. */
  spend(name: LimitName, key: string, part?: PartOfLimit): Promise<void>;
  /** Like `spend`, but synchronous, for limits of this node alone. */
  spendHere: (name: FloodLimit, key: string) => void;
  /** Counts one use and never refuses. */
  count(name: LimitName, key: string): Promise<void>;
  /** Returns by how many the next use would exceed the limit; 0 while there is room. */
  overrun(name: LimitName, key: string): Promise<number>;
  load(): LimitLoad[];
}

type FloodLimit = Extract<LimitName, `any call by ${string}`>;

/** Share of a limit for some members, and the reason for their refusal. */
export interface PartOfLimit {
  share: number;
  because: Because;
}

export interface LimitLoad {
  name: LimitName;
  keys: number;
  mostKeys: number;
  evicted: number;
  refused: number;
}

interface Limit {
  most: number;
  windowMs: number;
  mostKeys: number;
  counters: WindowCounters;
  refused: number;
}

/** Opens the limits of one node. All are counted in memory; shared ones also in `counters`, unless the local count already refuses. */
export function openRateLimits({ scale, counters, now = () => performance.now() }: RateLimitParts): RateLimits {
  const limits = Object.fromEntries((Object.keys(table) as LimitName[]).map((name) => [name, memoryLimit(name, scale, now)])) as Record<
    LimitName,
    Limit
  >;

  function add(name: LimitName, key: string): Count | Promise<Count> {
    const { most, windowMs, counters: own } = limits[name];
    const counted = own.add(key);
    return counters && shared.has(name) && counted.count <= most ? counters.add(name, key, windowMs) : counted;
  }

  function judge(limit: Limit, { count, msLeft }: Count, part: PartOfLimit | undefined): void {
    const most = part ? Math.max(1, Math.floor(limit.most * part.share)) : limit.most;
    if (count <= most) return;
    limit.refused += 1;
    const retryAfter = Math.max(1, Math.ceil(msLeft / 1000));
    throw new Refusal('too_many_requests', (count <= limit.most && part?.because) || 'tooManyRequests', { retryAfter, limit: most });
  }

  return {
    async spend(name, key, part) {
      const added = add(name, keyOf(name, key));
      judge(limits[name], added instanceof Promise ? await added : added, part);
    },
    spendHere(name, key) {
      judge(limits[name], limits[name].counters.add(keyOf(name, key)), undefined);
    },
    async count(name, key) {
      await add(name, keyOf(name, key));
    },
    async overrun(name, key) {
      const { most, counters: own } = limits[name];
      const storedKey = keyOf(name, key);
      const counted = own.countOf(storedKey);
      const all = counters && shared.has(name) && counted <= most ? await counters.countOf(name, storedKey) : counted;
      return Math.max(0, Math.max(counted, all) - most + 1);
    },
    load: () =>
      (Object.keys(limits) as LimitName[]).map((name) => {
        const { counters: own, mostKeys: most, refused } = limits[name];
        return { name, mostKeys: most, refused, ...own.load() };
      }),
  };
}

export interface RateLimitParts {
  scale: number;
  counters?: SharedCounters;
  now?: () => number;
}

function memoryLimit(name: LimitName, scale: number, now: () => number): Limit {
  const [number, seconds] = table[name];
  const most = Math.max(1, Math.floor(number * scale));
  const keys = guards.has(name) ? mostKeys.guarding : mostKeys.usual;
  const windowMs = seconds * 1000;
  return { most, windowMs, mostKeys: keys, counters: countWindows({ limit: most, windowMs, mostKeys: keys, now }), refused: 0 };
}

/** Returns the key of an address. IPv6 counts by /64, which one household or phone has. */
export function addressKey(ip: string): string {
  const address = plainAddress(ip);
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** Replaces an embedded IPv4 address by two zero groups, which are not part of the /64. */
const groupsOf = (part: string): string[] => (part === '' ? [] : part.replace(/[^:]*\..*$/, '0:0').split(':'));
