import { readFilters } from '@mbari/contract/platform/filters';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { filtersKey } from '~/platform/lib/query-keys.ts';

/** Refetched on mount, but not during editing. */
export const filters = queryOptions({
  queryKey: filtersKey,
  queryFn: async ({ signal }) => (await call(readFilters, { signal })).data,
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
});
