import type { QueryClient } from '@tanstack/react-query';
import { forumTopicListsKey, moderationKey, postListsKey, postsKey } from '~/platform/lib/query-keys.ts';

export async function contentModerated(client: QueryClient): Promise<void> {
  for (const queryKey of [postListsKey, postsKey, forumTopicListsKey]) void client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey: moderationKey });
}

export const reportsWorkedOn = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: moderationKey });
