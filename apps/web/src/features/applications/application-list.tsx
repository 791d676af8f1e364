import * as words from '@mbari/words/applications';
import { loadMore } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadMoreButton } from '~/features/wall/load-more-button.tsx';
import { itemsOf } from '~/lib/items-of.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { ApplicationCard } from './application-card.tsx';
import { openApplications } from './application-queries.ts';

/** Who asks to join, whoever waits longest first. */
export function ApplicationList() {
  const list = useInfiniteQuery(openApplications);
  if (list.isPending) return <Spinner size={28} />;
  if (list.data === undefined) return <FetchFailed message={words.listFailed} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  const applications = itemsOf(list.data);
  if (applications.length === 0)
    return (
      <EmptyState drawing="hanging" title={words.empty}>
        {words.emptyHint}
      </EmptyState>
    );
  return (
    <>
      <ul className="report-cards">
        {applications.map((application) => (
          <li key={application.id}>
            <ApplicationCard application={application} />
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
