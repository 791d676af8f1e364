import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusal.ts';

const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;

/** How many, in how many seconds. Each row is keyed by what its name says. */
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
  'change of email by member': [5, hours],
  'resend by member': [5, 30 * minutes],
  'resend by email': [5, 30 * minutes],
  'resend by ip': [10, 30 * minutes],
  'mail by address': [10, hours],
  'verify link by ip': [25, 5 * minutes],
  'refresh by session': [30, 5 * minutes],
  'email status by member': [30, minutes],
  'notifications by member': [30, minutes],
  'user search by member': [60, minutes],
  'suggestions by member': [60, minutes],
  'follow by member': [30, minutes],
  'follow by member, daily': [400, days],
  'block by member': [60, minutes],
  'like by member': [60, minutes],
  'comment by member': [10, minutes],
  'comment by member, hourly': [200, hours],
  'upload by member': [30, 30 * minutes],
  'upload by free member, daily': [60, days],
  'upload by paid member, daily': [500, days],
  'change by member': [30, 30 * minutes],
  'delete by member': [60, 30 * minutes],
  'report by member': [20, hours],
  'settings by member': [60, 10 * minutes],
  'opening or closing a profile by member': [12, hours],
  'export by member, daily': [3, days],
  'any call by member': [1_500, 5 * minutes],
  'any call by ip without session': [300, 5 * minutes],
  'preview by ip': [300, 5 * minutes],
  'media by ip': [200, 10],
} as const satisfies Record<string, readonly [number, number]>;

export type LimitName = keyof typeof table;

/** What comes after a plus sign reaches the same letter box. */
const letterBox = (email: string): string => email.replace(/\+[^@]*/, '');

/** Limits whose keys are addresses of letter boxes: however they are written, each counts as one. */
const byLetterBox: ReadonlySet<LimitName> = new Set<LimitName>(['forgot by email', 'resend by email', 'mail by address']);
const keyOf = (name: LimitName, key: string): string => (byLetterBox.has(name) ? letterBox(key) : key);

export interface RateLimits {
  /** Counts one against a limit. Throws `too_many_requests`, with the seconds to wait, when it is used up. */
  spend(name: LimitName, key: string): Promise<void>;
  /** Counts one and lets it pass: for limits that slow down or leave out, and never refuse. */
  count(name: LimitName, key: string): Promise<void>;
  /** By how many the next one would go beyond the limit; 0 while there is room for it. */
  overrun(name: LimitName, key: string): Promise<number>;
}

/** Limits of this process. `scale` multiplies every number, for load tests and workshops. */
export function memoryLimits(scale: number): RateLimits {
  const limiters = new Map(
    Object.entries(table).map(([name, [points, duration]]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points: Math.max(1, Math.floor(points * scale)), duration }),
    ]),
  );
  const consume = async (name: LimitName, key: string): Promise<RateLimiterRes | null> => {
    try {
      await limiters.get(name)!.consume(keyOf(name, key));
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    }
  };
  return {
    async spend(name, key) {
      const used = await consume(name, key);
      if (used === null) return;
      const retryAfter = Math.max(1, Math.ceil(used.msBeforeNext / 1000));
      throw new Refusal('too_many_requests', 'Too many requests. Please wait a little.', { retryAfter, limit: limiters.get(name)!.points });
    },
    async count(name, key) {
      await consume(name, key);
    },
    async overrun(name, key) {
      const limiter = limiters.get(name)!;
      const used = await limiter.get(keyOf(name, key));
      return Math.max(0, (used?.consumedPoints ?? 0) - limiter.points + 1);
    },
  };
}

/** An IPv6 household or phone holds a whole /64: it counts as one. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice(7);
  const [head = '', tail] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
