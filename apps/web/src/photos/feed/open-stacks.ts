import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Stack } from '~/photos/wall/stack-button.tsx';
import { openStacksKey } from '~/platform/lib/query-keys.ts';

/** One post of each open stack. Cached as long as the feed, so that going back restores them. */
export const openStacks = queryOptions<readonly string[]>({
  queryKey: openStacksKey,
  queryFn: () => [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
});

export function toggleStack(client: QueryClient, id: string, stack: Stack): void {
  const inStack = new Set([id, ...stack.behind.map((photo) => photo.id)]);
  client.setQueryData(openStacks.queryKey, (open = []) =>
    stack.open ? open.filter((one) => !inStack.has(one)) : [...open.filter((one) => !inStack.has(one)), id],
  );
}
