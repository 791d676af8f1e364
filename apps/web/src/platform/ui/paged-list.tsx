import { loadMore } from '@mbari/words/ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { itemsOf } from '~/platform/lib/items-of.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

interface PagedListProps<Item extends { id: string }> {
  list: UseInfiniteQueryResult<InfiniteData<{ data: readonly Item[] }>>;
  /** Said where nothing could be loaded. */
  failed: string;
  /** Shown where there is nothing. */
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

/** A list that is read page by page: on its way, not reached, empty, or there, with the way to the next page. */
export function PagedList<Item extends { id: string }>({ list, failed, empty, children }: PagedListProps<Item>) {
  if (list.isPending)
    return (
      <div className="py-s6 text-center">
        <Spinner size={28} />
      </div>
    );
  if (list.data === undefined) return <FetchFailed message={failed} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  const items = itemsOf(list.data);
  if (items.length === 0) return empty;
  return (
    <>
      {children(items)}
      {list.hasNextPage && (
        <LoadMoreButton
          label={loadMore}
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}
