import type { QueryClient } from '@tanstack/react-query';
import { forumCategoriesKey, forumTopicKey, forumTopicListsKey } from '~/platform/lib/query-keys.ts';

function listsChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: forumTopicListsKey });
  void client.invalidateQueries({ queryKey: forumCategoriesKey });
}

/** An organiser pinned, locked or moved a topic, or took that back. */
export async function topicModerated(client: QueryClient, id: string): Promise<void> {
  listsChanged(client);
  await client.invalidateQueries({ queryKey: forumTopicKey(id), exact: true });
}

/** Posts went from a topic to another, or came back into it: what is loaded of both is not true any more. */
export async function forumPostsMoved(client: QueryClient, topicIds: readonly string[]): Promise<void> {
  listsChanged(client);
  await Promise.all(topicIds.map((id) => client.invalidateQueries({ queryKey: forumTopicKey(id) })));
}

/** A topic is no more, at least by its own address. */
export function topicGone(client: QueryClient, id: string): void {
  listsChanged(client);
  client.removeQueries({ queryKey: forumTopicKey(id) });
}

/** Admins changed the categories of the forum. Topics say which they are in. */
export async function categoriesChanged(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: forumTopicListsKey });
  await client.invalidateQueries({ queryKey: forumCategoriesKey });
}
