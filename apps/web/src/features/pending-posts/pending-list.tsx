import * as words from '@mbari/words/pending-posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PagedList } from '~/features/paged-list/paged-list.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { PendingCard } from './pending-card.tsx';
import { openPending } from './pending-queries.ts';

/** What waits for organisers, longest first. */
export function PendingList() {
  const list = useInfiniteQuery(openPending);
  return (
    <PagedList
      list={list}
      failed={words.loadFailed}
      empty={
        <EmptyState drawing="hanging" title={words.emptyReview}>
          {words.emptyReviewHint}
        </EmptyState>
      }
    >
      {(all) => (
        <ul className="report-cards">
          {all.map((pending) => (
            <li key={pending.id}>
              <PendingCard pending={pending} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
