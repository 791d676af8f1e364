import { notifyManager, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query';
import { whenSettled } from './use-toggle.ts';

/**
 * Replaces cached values wherever `change` returns another one. They were not refetched: they keep their age, and stay marked as stale
 * where they were.
 */
export function rewriteCached(client: QueryClient, filters: QueryFilters, change: (data: unknown) => unknown): void {
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll(filters)) {
      const { data, dataUpdatedAt, isInvalidated } = query.state;
      const changed = change(data);
      if (changed === data) continue;
      query.setData(changed, { updatedAt: dataUpdatedAt, manual: true });
      if (isInvalidated) query.invalidate();
      if (query.state.fetchStatus === 'fetching') void readAfter(client, query);
    }
  });
}

/** An answer that is on its way may be of before the change: once both are there, it is asked for again. Long lists keep what they show. */
async function readAfter(client: QueryClient, { promise, queryKey, state }: Query): Promise<void> {
  if (isPaged(state.data)) return;
  await promise?.catch(() => undefined);
  await whenSettled();
  await client.invalidateQueries({ queryKey, exact: true });
}

const isPaged = (data: unknown): boolean => typeof data === 'object' && data !== null && 'pageParams' in data;
