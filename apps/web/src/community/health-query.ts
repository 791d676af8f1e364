import { readCommunityHealth } from '@mbari/contract/community/health';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { communityHealthKey } from '~/platform/lib/query-keys.ts';

/** The server updates these figures hourly. */
export const communityHealth = queryOptions({
  queryKey: communityHealthKey,
  queryFn: async ({ signal }) => (await call(readCommunityHealth, { signal })).data,
});
