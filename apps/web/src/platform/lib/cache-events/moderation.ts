import type { QueryClient } from '@tanstack/react-query';
import { forumTopicListsKey, moderationKey, postListsKey, postsKey } from '~/platform/lib/query-keys.ts';

/** An organiser kept, removed or restored something, or suspended somebody: what is theirs went or came back. */
export async function contentModerated(client: QueryClient): Promise<void> {
  for (const queryKey of [postListsKey, postsKey, forumTopicListsKey]) void client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey: moderationKey });
}

/** An organiser took a report, left it, or said something about it. */
export const reportsWorkedOn = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: moderationKey });
