import { readPhoto } from '@mbari/contract/photos/posts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { postKey } from '~/platform/lib/query-keys.ts';

export const photoById = (id: string) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: async ({ signal }) => {
      const { data } = await call(readPhoto, { params: { id }, signal });
      // The specification requires a 404 for an answer without data.
      if (!data) throw new CallRefused({ status: 404, body: null, retryAfter: null });
      return data;
    },
  });

/** Prefetches a post while its screen's code loads. */
export const startPhoto = (client: QueryClient, id: string): Promise<void> => client.prefetchQuery(photoById(id));
