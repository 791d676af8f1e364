import { notifyManager, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query';
import { whenSettled } from './use-toggle.ts';

/**
 * Replaces cached values wherever `change` returns another one. They were not refetched: they keep their age, and stay marked as stale
 * where they were.
 */
export function rewriteCached(client: QueryClient, filters: QueryFilters, change: (data: unknown) => unknown): void {
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll(filters)) {
      const isReading = query.state.fetchStatus === 'fetching';
      if (rewrite(query, change) && isReading) void readAfter(client, query, change);
    }
  });
}

/** Whether there was anything to change. */
function rewrite(query: Query, change: (data: unknown) => unknown): boolean {
  const { data, dataUpdatedAt, isInvalidated } = query.state;
  const changed = change(data);
  if (changed === data) return false;
  query.setData(changed, { updatedAt: dataUpdatedAt, manual: true });
  if (isInvalidated) query.invalidate();
  return true;
}

/**
 * An answer that is on its way may be of before the change, and the next page of a list brings those before it as they were: what comes is changed
 * again at once. Whether that was right is asked once the server has all presses, but for lists: of a long one that would be many pages.
 */
async function readAfter(client: QueryClient, query: Query, change: (data: unknown) => unknown): Promise<void> {
  const isThere = await query.promise?.then(
    () => true,
    () => false,
  );
  if (isThere) rewrite(query, change);
  if (isPaged(query.state.data)) return;
  await whenSettled();
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
}

const isPaged = (data: unknown): boolean => typeof data === 'object' && data !== null && 'pageParams' in data;
