import * as words from '@mbari/words/moderation';
import { loadMore } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { LoadMoreButton } from '~/features/wall/load-more-button.tsx';
import { itemsOf } from '~/lib/items-of.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { type ReportState, reportCases } from './moderation-queries.ts';
import { ReportCard } from './report-card.tsx';
import { useWalk } from './use-walk.ts';

/** What is reported, or what was. */
export function ReportList({ state }: { state: ReportState }) {
  const list = useInfiniteQuery(reportCases(state));
  const cards = useRef<HTMLUListElement>(null);
  useWalk(cards);
  if (list.isPending)
    return (
      <div className="py-s6 text-center">
        <Spinner size={28} />
      </div>
    );
  if (list.data === undefined) return <FetchFailed message={words.loadFailed} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  const cases = itemsOf(list.data);
  if (cases.length === 0)
    return (
      <EmptyState drawing="hanging" title={state === 'open' ? words.empty : words.emptyResolved}>
        {state === 'open' && words.emptyHint}
      </EmptyState>
    );
  return (
    <>
      {state === 'open' && <p className="report-keys">{words.keys}</p>}
      <ul ref={cards} className="report-cards">
        {cases.map((one) => (
          <li key={one.id}>
            <ReportCard report={one} />
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
