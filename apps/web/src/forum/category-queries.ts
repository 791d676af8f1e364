import { listForumCategories } from '@mbari/contract/forum/categories';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { forumCategoriesKey } from '~/platform/lib/query-keys.ts';

export const forumCategories = queryOptions({
  queryKey: forumCategoriesKey,
  queryFn: async ({ signal }) => (await call(listForumCategories, { signal })).data,
});
