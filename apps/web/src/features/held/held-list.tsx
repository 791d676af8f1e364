import * as words from '@mbari/words/held';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PagedList } from '~/features/paged-list/paged-list.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { HeldCard } from './held-card.tsx';
import { openHeld } from './held-queries.ts';

/** What waits for organisers, longest first. */
export function HeldList() {
  const list = useInfiniteQuery(openHeld);
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
          {all.map((held) => (
            <li key={held.id}>
              <HeldCard held={held} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
