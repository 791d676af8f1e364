import * as words from '@mbari/words/applications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { ApplicationCard } from './application-card.tsx';
import { openApplications } from './application-queries.ts';

/** Who asks to join, whoever waits longest first. */
export function ApplicationList() {
  const list = useInfiniteQuery(openApplications);
  return (
    <PagedList
      list={list}
      failed={words.listFailed}
      empty={
        <EmptyState drawing="hanging" title={words.empty}>
          {words.emptyHint}
        </EmptyState>
      }
    >
      {(applications) => (
        <ul className="report-cards">
          {applications.map((application) => (
            <li key={application.id}>
              <ApplicationCard application={application} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
