import * as words from '@mbari/words/pending-posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
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
