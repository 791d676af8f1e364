import * as words from '@mbari/words/pending-posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { nameWindow } from '~/platform/lib/page-turn.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { OwnPendingCard } from './own-pending-card.tsx';
import { ownPending } from './pending-queries.ts';

/** What of the viewer's own waits for an organiser, and what was declined. */
export function OwnPendingList() {
  const list = useInfiniteQuery(ownPending);
  useEffect(() => nameWindow(words.title), []);
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        {words.title}
      </h1>
      <p className="mt-s2 mb-s5 max-w-(--measure) text-ink-quiet">{words.lead}</p>
      <PagedList
        list={list}
        failed={words.loadFailed}
        empty={
          <EmptyState drawing="hanging" title={words.empty}>
            {words.emptyHint}
          </EmptyState>
        }
      >
        {(own) => (
          <ul className="grid gap-s5">
            {own.map((pending) => (
              <li key={pending.id}>
                <OwnPendingCard pending={pending} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
