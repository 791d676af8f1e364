import { isId } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';
import type { Fields } from './fields.ts';

/** Longest page, and the pages that `min_id` goes back from the newest. */
const most = { perPage: 40, pages: 5 };

/** Returns the ids of a page that follow `cursor`, newest first. */
export type ListIds = (paging: { per_page: number; cursor?: string | undefined }) => Promise<readonly string[]>;

export const limitOf = (query: Fields, byDefault = 20): number => {
  const limit = Number(query.one('limit') ?? byDefault);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, most.perPage) : byDefault;
};

function idIn(query: Fields, name: string): string | undefined {
  const decimal = query.one(name);
  if (decimal === undefined || decimal === '') return undefined;
  const id = idOf(decimal);
  if (!isId(id)) throw invalid({ [name]: ['badCursor'] }, 'badCursor');
  return id;
}

/**
 * Returns a page of ids, newest first. `max_id` continues downwards and `since_id` cuts the page off. `min_id` returns the oldest ids above it:
 * it reads pages from the newest on, because an app that asks for news is seldom far behind. Further behind, it gets the oldest of those read.
 */
export async function pageOfIds(query: Fields, list: ListIds): Promise<readonly string[]> {
  const limit = limitOf(query);
  const [before, since, min] = ['max_id', 'since_id', 'min_id'].map((name) => idIn(query, name));
  if (min === undefined) {
    const ids = await list({ per_page: limit, cursor: before });
    return since === undefined ? ids : ids.filter((id) => id > since);
  }
  const newer: string[] = [];
  for (let pages = 0, cursor = before; pages < most.pages; pages += 1) {
    const ids = await list({ per_page: most.perPage, cursor });
    newer.push(...ids.filter((id) => id > min));
    cursor = ids.at(-1);
    if (ids.length < most.perPage || cursor === undefined || cursor <= min) break;
  }
  return newer.slice(-limit);
}

/** Returns the Link header of a page of ids. */
export const linkOfIds = (address: URL, query: Fields, ids: readonly string[]): string | null =>
  linkOf(address, {
    next: ids.length > 0 && ids.length >= limitOf(query) ? { max_id: decimalOf(ids.at(-1)!) } : null,
    prev: ids[0] === undefined ? null : { min_id: decimalOf(ids[0]) },
  });

const positions = ['max_id', 'since_id', 'min_id'];

export function linkOf(address: URL, pages: Record<'next' | 'prev', Record<string, string> | null>): string | null {
  const links = Object.entries(pages).flatMap(([rel, position]) => {
    if (position === null) return [];
    const url = new URL(address);
    for (const name of positions) url.searchParams.delete(name);
    for (const [name, value] of Object.entries(position)) url.searchParams.set(name, value);
    return [`<${url.href}>; rel="${rel}"`];
  });
  return links.length > 0 ? links.join(', ') : null;
}

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
