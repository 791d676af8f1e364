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
