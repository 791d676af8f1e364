import { listUndescribed } from '@mbari/contract/photos/descriptions';
import * as words from '@mbari/words/describe';
import { number } from '@mbari/words/format';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DescribeRow } from '~/photos/posts/describe-row.tsx';
import { call } from '~/platform/lib/call.ts';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { focusHeading, setPageTitle } from '~/platform/lib/page-title.ts';
import { undescribedKey } from '~/platform/lib/query-keys.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';

/** Loaded anew for each visit, and not while the viewer writes. */
const undescribed = infiniteQueryOptions({
  queryKey: undescribedKey,
  queryFn: ({ pageParam, signal }) => call(listUndescribed, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
  staleTime: Infinity,
  gcTime: 0,
});

/** Others' photos that wait for a description. */
export default function DescribePage() {
  const list = useInfiniteQuery(undescribed);
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const share = list.data?.pages[0]?.meta.described_share ?? null;
  useEffect(() => setPageTitle(words.title), []);
  useKeys({ j: () => void focusRow('next'), k: () => void focusRow('previous') });
  return (
    <div className="describe">
      <h1 className="display-large" tabIndex={-1}>
        {words.title}
      </h1>
      <p className="describe-lead">{words.lead}</p>
      <p className="describe-share">{share !== null && words.share({ share: number(share, { style: 'percent' }) })}</p>
      <PagedList list={list} failed={words.listFailed} empty={<EmptyState drawing="quiet" title={words.none} />}>
        {(items) => {
          const shown = items.filter(({ id }) => !skipped.has(id));
          if (shown.length === 0 && !list.hasNextPage) return <p className="describe-end">{words.allSkipped}</p>;
          return (
            <ul className="describe-list">
              {shown.map((item) => (
                <li key={item.id} tabIndex={-1}>
                  <DescribeRow
                    waiting={item}
                    onSkip={() => {
                      if (!focusRow('next')) focusHeading();
                      setSkipped(new Set([...skipped, item.id]));
                    }}
                  />
                </li>
              ))}
            </ul>
          );
        }}
      </PagedList>
    </div>
  );
}

/** Returns whether there is such a row. */
function focusRow(direction: 'next' | 'previous'): boolean {
  const row = document.activeElement?.closest('.describe-list > li');
  const next = row ? row[`${direction}ElementSibling`] : document.querySelector('.describe-list > li');
  if (next instanceof HTMLElement) next.focus();
  return next !== null;
}
