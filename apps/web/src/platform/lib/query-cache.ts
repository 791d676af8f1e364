import type { Photo } from '@mbari/contract/photos/posts';
import { notifyManager, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query';
import { whenSettled } from './use-toggle.ts';

/**
 * Replaces cached values for which `change` returns another value. The queries keep their age and stay marked
 * as stale, because they were not refetched.
 */
export function rewriteCached(client: QueryClient, filters: QueryFilters, change: (data: unknown) => unknown): void {
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll(filters)) {
      const isReading = query.state.fetchStatus === 'fetching';
      if (rewrite(query, change) && isReading) void readAfter(client, query, change);
    }
  });
}

/**
 * Rewrites every cached copy of an item in any query, recognised by its shape and id. Unchanged values
 * keep their identity, so that they do not re-render.
 */
export function patchCached<Thing extends { id: string }>(
  client: QueryClient,
  isThing: (value: object) => value is Thing,
  id: string,
  change: (thing: Thing) => Thing,
): void {
  rewriteCached(client, {}, (data) => withChanged(data, (value) => (isThing(value) && value.id === id ? change(value) : undefined)));
}

/**
 * Returns a copy with the objects for which `change` returns a replacement, or the same value if there
 * is none. Copies only along changed paths.
 */
export function withChanged(value: unknown, change: (value: object) => object | undefined): unknown {
  if (value === null || typeof value !== 'object') return value;
  const changed = change(value);
  if (changed !== undefined) return changed;
  let copy: Record<string, unknown> | undefined;
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    const next = withChanged(item, change);
    if (next !== item) (copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>)[key] = next;
  }
  return copy ?? value;
}

/** Items of all pages in order, without duplicates. An item that moved between two fetches may be on two pages. */
export const itemsOf = <Item extends { id: string }>(list: { pages: readonly { data: readonly Item[] }[] } | undefined): Item[] => [
  ...new Map(list?.pages.flatMap(({ data }) => data).map((item) => [item.id, item])).values(),
];

export const isPhoto = (value: object): value is Photo => 'images' in value && 'likes_count' in value;

function rewrite(query: Query, change: (data: unknown) => unknown): boolean {
  const { data, dataUpdatedAt, isInvalidated } = query.state;
  const changed = change(data);
  if (changed === data) return false;
  query.setData(changed, { updatedAt: dataUpdatedAt, manual: true });
  if (isInvalidated) query.invalidate();
  return true;
}

/**
 * A response in flight may predate the change. The response to `fetchNextPage` restores the earlier pages as they were at its start.
 * Applies the change again and refetches after all presses are settled. Does not refetch lists, which can have many pages.
 */
async function readAfter(client: QueryClient, query: Query, change: (data: unknown) => unknown): Promise<void> {
  const hasData = await query.promise?.then(
    () => true,
    () => false,
  );
  if (hasData) rewrite(query, change);
  if (isPaged(query.state.data)) return;
  await whenSettled();
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
}

const isPaged = (data: unknown): boolean => typeof data === 'object' && data !== null && 'pageParams' in data;
