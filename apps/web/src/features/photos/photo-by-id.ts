import { readPhoto } from '@mbari/contract/photos';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { postKey } from '~/lib/query-keys.ts';

export const photoById = (id: string) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: async ({ signal }) => (await call(readPhoto, { params: { id }, signal })).data,
  });

/** Requests a post while the code of its screen is still loading. */
export const startPhoto = (client: QueryClient, id: string): Promise<void> => client.prefetchQuery(photoById(id));
