import type { InfiniteData } from '@tanstack/react-query';

interface Page {
  data: { id: string }[];
}

/**
 * Prepends a refetched first page to the loaded pages. Without an overlap, the list restarts with this
 * page. Removes loaded items in the range of `page` that `page` lacks: they were deleted.
 */
export function withNewest<P extends Page>(list: InfiniteData<P> | undefined, page: P): InfiniteData<P> {
  const onlyNewest = { pages: [page], pageParams: [null] };
  const oldest = page.data.at(-1)?.id;
  const [first, ...rest] = list?.pages ?? [];
  if (list === undefined || first === undefined || oldest === undefined) return onlyNewest;
  const read = new Set(page.data.map(({ id }) => id));
  if (!list.pages.some(({ data }) => data.some(({ id }) => read.has(id)))) return onlyNewest;
  // Smaller ids are older.
  const older = <Q extends Page>(one: Q): Q => ({ ...one, data: one.data.filter(({ id }) => id < oldest) });
  return { ...list, pages: [{ ...first, data: [...page.data, ...older(first).data] }, ...rest.map(older)] };
}
