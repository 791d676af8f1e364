import type { QueryClient } from '@tanstack/react-query';
import { forumCategoriesKey, forumTopicKey, forumTopicListsKey } from '~/platform/lib/query-keys.ts';

function listsChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: forumTopicListsKey });
  void client.invalidateQueries({ queryKey: forumCategoriesKey });
}

export async function topicModerated(client: QueryClient, id: string): Promise<void> {
  listsChanged(client);
  await client.invalidateQueries({ queryKey: forumTopicKey(id), exact: true });
}

export async function forumPostsMoved(client: QueryClient, topicIds: readonly string[]): Promise<void> {
  listsChanged(client);
  await Promise.all(topicIds.map((id) => client.invalidateQueries({ queryKey: forumTopicKey(id) })));
}

export function topicGone(client: QueryClient, id: string): void {
  listsChanged(client);
  client.removeQueries({ queryKey: forumTopicKey(id) });
}

export async function categoriesChanged(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: forumTopicListsKey });
  await client.invalidateQueries({ queryKey: forumCategoriesKey });
}
