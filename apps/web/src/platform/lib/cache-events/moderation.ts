import type { Rules } from '@mbari/contract/moderation/rules';
import type { QueryClient } from '@tanstack/react-query';
import {
  decisionKey,
  forumTopicListsKey,
  moderationKey,
  ownPendingKey,
  pendingKey,
  postListsKey,
  postsKey,
  rulesKey,
} from '~/platform/lib/query-keys.ts';

export async function contentModerated(client: QueryClient): Promise<void> {
  for (const queryKey of [postListsKey, postsKey, forumTopicListsKey]) void client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey: moderationKey });
}

export const reportsWorkedOn = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: moderationKey });

export const decisionAppealed = (client: QueryClient, id: string): Promise<void> => client.invalidateQueries({ queryKey: decisionKey(id) });

export const ownPendingChanged = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ownPendingKey });

export const pendingDecided = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: pendingKey });

export const rulesSaved = (client: QueryClient, rules: Rules): void => void client.setQueryData(rulesKey, rules);
