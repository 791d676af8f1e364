import type { Hand } from './art/hand.ts';

/** A UUIDv7 of a moment that has passed. newId() is for what happens now: its ids never go back in time. */
export function pastId(time: Date, hand: Hand): string {
  const digits = (count: number): string => Array.from({ length: count }, () => hand.whole(0, 15).toString(16)).join('');
  const at = time.getTime().toString(16).padStart(12, '0');
  return `${at.slice(0, 8)}-${at.slice(8)}-7${digits(3)}-${hand.pick(['8', '9', 'a', 'b'])}${digits(3)}-${digits(12)}`;
}
