import * as words from '@mbari/words/appeals';
import { loadMore } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadMoreButton } from '~/features/wall/load-more-button.tsx';
import { itemsOf } from '~/lib/items-of.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { AppealCard } from './appeal-card.tsx';
import { openAppeals } from './appeal-queries.ts';
import './appeals.css';

/** The appeals that the organiser may judge, whoever waits longest first. */
export function AppealList() {
  const list = useInfiniteQuery(openAppeals);
  if (list.isPending) return <Spinner size={28} />;
  if (list.data === undefined) return <FetchFailed message={words.loadFailed} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  const appeals = itemsOf(list.data);
  if (appeals.length === 0)
    return (
      <EmptyState drawing="hanging" title={words.empty}>
        {words.emptyHint}
      </EmptyState>
    );
  return (
    <>
      <ul className="report-cards">
        {appeals.map((appeal) => (
          <li key={appeal.id}>
            <AppealCard appeal={appeal} />
          </li>
        ))}
      </ul>
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
