import { listImportItems, listImports, type PhotoImport } from '@mbari/contract/photos/imports';
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';

/** Prefix for the list of imports and their posts. */
export const importsKey: QueryKey = ['imports'];
export const importListKey: QueryKey = ['imports', { list: 'all' }];
export const importItemsKey = (id: string, of: { skipped: boolean }): QueryKey => ['imports', id, of];

/** The job works on the import, so that it changes by itself. */
const isWorking = ({ state, counts }: PhotoImport): boolean =>
  ['reading', 'importing', 'undoing'].includes(state) || (state === 'choosing' && counts.previewed < counts.found);

export const importsQuery = queryOptions({
  queryKey: importListKey,
  queryFn: async ({ signal }) => (await call(listImports, { signal })).data,
  refetchInterval: ({ state: { data } }) => (data?.some(isWorking) ? 2_000 : false),
  staleTime: 0,
});

/** Posts of an import. Asked again until all loaded posts have their preview. */
export const importItems = (id: string, { skipped }: { skipped: boolean }) =>
  infiniteQueryOptions({
    queryKey: importItemsKey(id, { skipped }),
    queryFn: async ({ pageParam, signal }) => {
      const query = { per_page: '50', ...(skipped && { skipped: 'true' as const }), ...(pageParam !== null && { cursor: pageParam }) };
      const { data, meta } = await call(listImportItems, { params: { id }, query, signal });
      return { data: data.map((item) => ({ ...item, id: String(item.position) })), meta };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    refetchInterval: ({ state: { data } }) =>
      !skipped && data?.pages.some((page) => page.data.some(({ preview, state }) => preview === null && state === 'waiting'))
        ? 4_000
        : false,
    staleTime: 0,
  });
