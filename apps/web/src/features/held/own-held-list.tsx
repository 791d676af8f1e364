import * as words from '@mbari/words/held';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PagedList } from '~/features/paged-list/paged-list.tsx';
import { nameWindow } from '~/lib/page-turn.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ownHeld } from './held-queries.ts';
import { OwnHeldCard } from './own-held-card.tsx';

/** What of the viewer's own waits for an organiser, and what was declined. */
export function OwnHeldList() {
  const list = useInfiniteQuery(ownHeld);
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
            {own.map((held) => (
              <li key={held.id}>
                <OwnHeldCard held={held} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
