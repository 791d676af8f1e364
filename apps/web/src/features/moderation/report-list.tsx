import * as words from '@mbari/words/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PagedList } from '~/features/paged-list/paged-list.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { type ReportState, reportCases } from './moderation-queries.ts';
import { ReportCard } from './report-card.tsx';
import { useWalk } from './use-walk.ts';

/** What is reported, or what was. */
export function ReportList({ state }: { state: ReportState }) {
  const list = useInfiniteQuery(reportCases(state));
  const cards = useRef<HTMLUListElement>(null);
  useWalk(cards);
  return (
    <PagedList
      list={list}
      failed={words.loadFailed}
      empty={
        <EmptyState drawing="hanging" title={state === 'open' ? words.empty : words.emptyResolved}>
          {state === 'open' && words.emptyHint}
        </EmptyState>
      }
    >
      {(cases) => (
        <>
          {state === 'open' && <p className="report-keys">{words.keys}</p>}
          <ul ref={cards} className="report-cards">
            {cases.map((one) => (
              <li key={one.id}>
                <ReportCard report={one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </PagedList>
  );
}
