import type { QueryClient } from '@tanstack/react-query';
import { rewriteCached } from './query-cache.ts';

/** Removes an item from every cached list and lowers the totals. */
export function dropCached(client: QueryClient, isThing: (value: object) => boolean, id: string): void {
  rewriteCached(client, {}, (data) =>
    without(data, (item) => typeof item === 'object' && item !== null && 'id' in item && item.id === id && isThing(item)),
  );
}

/** Returns a copy without the items that match, or the same value if there are none. */
export function without(value: unknown, isGone: (item: unknown) => boolean): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items: unknown[] = value.filter((item: unknown) => !isGone(item)).map((item) => without(item, isGone));
    return items.length < value.length || items.some((item, index) => item !== value[index]) ? items : value;
  }
  const before = Object.entries(value);
  const after = before.map(([key, item]): [string, unknown] => [key, without(item, isGone)]);
  if (!after.some(([, item], index) => item !== before[index]?.[1])) return value;
  const changed = Object.fromEntries(after);
  return { ...changed, ...(hasTotal(value) && { meta: { ...value.meta, total: value.meta.total - droppedCount(value, changed) } }) };
}

interface Counted {
  data: unknown[];
  meta: { total: number };
}

const hasTotal = (value: object): value is Counted =>
  'data' in value && Array.isArray(value.data) && typeof (value as Partial<Counted>).meta?.total === 'number';

const droppedCount = (before: Counted, after: Record<string, unknown>): number =>
  before.data.length - (Array.isArray(after['data']) ? after['data'].length : 0);
