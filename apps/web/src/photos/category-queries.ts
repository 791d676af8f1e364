import { listCategories } from '@mbari/contract/photos/categories';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { categoriesKey } from '~/platform/lib/query-keys.ts';

export const categories = queryOptions({
  queryKey: categoriesKey,
  queryFn: async ({ signal }) => (await call(listCategories, { signal })).data,
  staleTime: 5 * 60_000,
});
