import { readInterests } from '@mbari/contract/people/members';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { interestsKey } from '~/platform/lib/query-keys.ts';

export const ownInterests = queryOptions({
  queryKey: interestsKey,
  queryFn: ({ signal }) => call(readInterests, { signal }),
});
