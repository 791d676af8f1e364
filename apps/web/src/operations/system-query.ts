import { checkSystem, readSystem } from '@mbari/contract/operations/system';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { systemChecksKey, systemKey } from '~/platform/lib/query-keys.ts';

/** Milliseconds between two reads while the page is open. */
const readAgain = 15_000;

export const systemState = queryOptions({
  queryKey: systemKey,
  queryFn: async ({ signal }) => (await call(readSystem, { signal })).data,
  staleTime: 0,
  refetchInterval: readAgain,
});

export const systemChecks = queryOptions({
  queryKey: systemChecksKey,
  queryFn: ({ signal }) => call(checkSystem, { signal }),
  staleTime: 0,
});
