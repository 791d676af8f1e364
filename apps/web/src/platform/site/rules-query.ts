import { listRules } from '@mbari/contract/moderation/rules';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { rulesKey } from '~/platform/lib/query-keys.ts';

export const communityRules = queryOptions({
  queryKey: rulesKey,
  queryFn: async ({ signal }) => (await call(listRules, { signal })).data,
});
