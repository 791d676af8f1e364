import { isId } from '../platform/ids.ts';

/**
 * Returns an id as Mastodon clients expect it: a decimal string that grows with age. Our ids are UUIDv7, so their 128 bits do. It exceeds
 * 2⁵³, like Mastodon's own ids, so it is never a JSON number.
 */
export const decimalOf = (id: string): string => BigInt(`0x${id.replaceAll('-', '')}`).toString();

/** Returns the id of a decimal string. Text that is none is returned unchanged, so that it names nothing. */
export function idOf(decimal: string): string {
  if (!/^[0-9]{1,39}$/.test(decimal)) return decimal;
  const hex = BigInt(decimal).toString(16).padStart(32, '0');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isId(id) ? id : decimal;
}
