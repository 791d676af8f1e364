import type { QueryClient } from '@tanstack/react-query';
import { clearOfflineResponses } from '~/platform/lib/offline-responses.ts';
import { categoriesKey, feedKey, interestsKey, postListsKey, postsKey, profileKey } from '~/platform/lib/query-keys.ts';

export async function photoCategoriesChanged(client: QueryClient): Promise<void> {
  clearOfflineResponses();
  for (const queryKey of [interestsKey, feedKey('latest'), feedKey('following'), postListsKey, postsKey, profileKey({})])
    void client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey: categoriesKey });
}
