import type { QueryClient } from '@tanstack/react-query';
import { postsKey, profileKey, seriesKey, seriesListsKey } from '~/platform/lib/query-keys.ts';

/** A series was created, edited or deleted. Posts name their series, and a profile shows whether there are any. */
export async function seriesChanged(client: QueryClient, id?: string): Promise<void> {
  for (const queryKey of [seriesListsKey, postsKey, profileKey({})]) void client.invalidateQueries({ queryKey });
  if (id !== undefined) await client.invalidateQueries({ queryKey: seriesKey(id) });
}

/** Removes a deleted series' query once the viewer has left its page, which would refetch it. */
export const deletedSeriesLeft = (client: QueryClient, id: string): void => client.removeQueries({ queryKey: seriesKey(id) });
