import * as words from '@mbari/words/pending-posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { PagedRows } from '~/platform/ui/paged-list.tsx';
import { OwnPendingCard } from './own-pending-card.tsx';
import { ownPending } from './pending-queries.ts';

export function OwnPendingList() {
  const list = useInfiniteQuery(ownPending);
  useEffect(() => setPageTitle(words.title), []);
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        {words.title}
      </h1>
      <p className="mt-s2 mb-s5 max-w-(--measure) text-ink-quiet">{words.lead}</p>
      <PagedRows list={list} failed={words.loadFailed} empty={{ title: words.empty, hint: words.emptyHint }} className="grid gap-s5">
        {(pending) => <OwnPendingCard pending={pending} />}
      </PagedRows>
    </>
  );
}
