import { listFollowedSubjects } from '@mbari/contract/photos/followed-subjects';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { followedSubjectsKey } from '~/platform/lib/query-keys.ts';

export const followedSubjects = queryOptions({
  queryKey: followedSubjectsKey,
  queryFn: async ({ signal }) => (await call(listFollowedSubjects, { signal })).data,
});
