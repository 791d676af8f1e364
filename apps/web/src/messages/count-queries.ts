import { countConversations } from '@mbari/contract/messages/conversations';
import * as limits from '@mbari/contract/platform/limits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { pollEvery } from '~/platform/lib/hints.ts';
import { conversationCountsKey } from '~/platform/lib/query-keys.ts';
import { currentSession } from '~/platform/lib/session.ts';

/** Unread conversations and requests. Polled while the page is visible and no live stream is connected. */
export const conversationCounts = queryOptions({
  queryKey: conversationCountsKey,
  queryFn: async ({ signal }) => (await call(countConversations, { signal })).data,
  // After sign-out the count stays mounted until the next page.
  enabled: () => currentSession().status === 'member',
  refetchInterval: () => pollEvery(limits.notificationPoll),
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
});
