import { notifyManager, type QueryClient, type QueryFilters } from '@tanstack/react-query';

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
    }
  });
}
