import { notifyManager, type QueryClient, type QueryFilters } from '@tanstack/react-query';

/**
 * Puts something else in place of what is cached, wherever `change` answers another value. It was not read anew: it keeps its age, and
 * stays marked where it is to be asked for again.
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
