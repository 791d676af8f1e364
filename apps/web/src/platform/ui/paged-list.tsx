import { loadMore } from '@mbari/words/ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import type { UliName } from '~/platform/site/uli-drawing.tsx';
import { EmptyState } from './empty-state.tsx';
import { FetchFailed } from './fetch-failed.tsx';
import { LoadMoreButton } from './load-more-button.tsx';
import { Spinner } from './spinner.tsx';

interface PagedListProps<Item extends { id: string }> {
  list: UseInfiniteQueryResult<InfiniteData<{ data: readonly Item[] }>>;
  failed: string;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

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

interface PagedRowsProps<Item extends { id: string }> extends Pick<PagedListProps<Item>, 'list' | 'failed'> {
  empty: { drawing: UliName; title: string; hint?: string };
  className: string;
  children: (item: Item) => ReactNode;
}

export function PagedRows<Item extends { id: string }>({ list, failed, empty, className, children }: PagedRowsProps<Item>) {
  const { drawing, title, hint } = empty;
  return (
    <PagedList
      list={list}
      failed={failed}
      empty={
        <EmptyState drawing={drawing} title={title}>
          {hint}
        </EmptyState>
      }
    >
      {(items) => (
        <ul className={className} aria-busy={list.isPlaceholderData}>
          {items.map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
