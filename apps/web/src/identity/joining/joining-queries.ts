import { readJoining } from '@mbari/contract/identity/joining';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { joiningKey } from '~/platform/lib/query-keys.ts';

export const joiningSettings = queryOptions({
  queryKey: joiningKey,
  queryFn: async ({ signal }) => (await call(readJoining, { signal })).data,
  staleTime: 0,
});
