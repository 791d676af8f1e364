import * as words from '@mbari/words/appeals';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { AppealCard } from './appeal-card.tsx';
import { openAppeals } from './appeal-queries.ts';
import './appeals.css';

/** The appeals that the organiser may judge, whoever waits longest first. */
export function AppealList() {
  const list = useInfiniteQuery(openAppeals);
  return (
    <PagedList
      list={list}
      failed={words.loadFailed}
      empty={
        <EmptyState drawing="hanging" title={words.empty}>
          {words.emptyHint}
        </EmptyState>
      }
    >
      {(appeals) => (
        <ul className="report-cards">
          {appeals.map((appeal) => (
            <li key={appeal.id}>
              <AppealCard appeal={appeal} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
