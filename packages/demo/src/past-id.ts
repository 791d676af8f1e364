import type { Random } from './random.ts';

/** Returns a UUIDv7 for a past time. `newId()` cannot, because its ids never go back in time. */
export function pastId(time: Date, random: Random): string {
  const at = time.getTime().toString(16).padStart(12, '0');
  return `${at.slice(0, 8)}-${at.slice(8)}-7${tail(random)}`;
}

/** Returns a random UUID, which tells no time. */
export const secretId = (random: Random): string => `${digits(random, 8)}-${digits(random, 4)}-4${tail(random)}`;

const digits = (random: Random, count: number): string => Array.from({ length: count }, () => random.whole(0, 15).toString(16)).join('');

/** The end of a UUID, after the digit of its version. */
const tail = (random: Random): string =>
  `${digits(random, 3)}-${random.pick(['8', '9', 'a', 'b'])}${digits(random, 3)}-${digits(random, 12)}`;
