import type { Random } from './random.ts';

/** Returns a UUIDv7 for a past time. `newId()` cannot, because its ids never go back in time. */
export function pastId(time: Date, random: Random): string {
  const digits = (count: number): string => Array.from({ length: count }, () => random.whole(0, 15).toString(16)).join('');
  const at = time.getTime().toString(16).padStart(12, '0');
  return `${at.slice(0, 8)}-${at.slice(8)}-7${digits(3)}-${random.pick(['8', '9', 'a', 'b'])}${digits(3)}-${digits(12)}`;
}

/** Returns a random UUID, which tells no time. */
export function secretId(random: Random): string {
  const digits = (count: number): string => Array.from({ length: count }, () => random.whole(0, 15).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-${random.pick(['8', '9', 'a', 'b'])}${digits(3)}-${digits(12)}`;
}
