import { readCommunityHealth } from '@mbari/contract/community/health';
import * as words from '@mbari/words/community-health';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AdminFrame } from '~/community/admin-frame.tsx';
import { openApplications } from '~/identity/joining/application-queries.ts';
import { reportCases } from '~/moderation/cases/moderation-queries.ts';
import { openPending } from '~/moderation/pending-queries.ts';
import { call } from '~/platform/lib/call.ts';
import { communityHealthKey } from '~/platform/lib/query-keys.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

const Figures = lazy(async () => ({ default: (await import('~/community/figures.tsx')).Figures }));

export default function AdminHealthPage() {
  return <AdminFrame title={words.overview}>{() => <Overview />}</AdminFrame>;
}

function Overview() {
  const { data, isError, isFetching, refetch } = useQuery(communityHealth);
  const waiting = [
    { tab: undefined, say: words.needsReports, list: useInfiniteQuery(reportCases('open')) },
    { tab: 'pending', say: words.needsPending, list: useInfiniteQuery(openPending) },
    { tab: 'joining', say: words.needsJoining, list: useInfiniteQuery(openApplications) },
  ] as const;
  if (isError && data === undefined) return <FetchFailed message={words.failed} busy={isFetching} onRetry={() => void refetch()} />;
  // Shows both parts at once, which prevents a layout shift.
  if (data === undefined || waiting.some(({ list }) => list.isPending)) return <Waiting />;
  const needs = waiting.flatMap(({ tab, say, list }) => {
    const count = list.data?.pages.at(-1)?.meta.open_count ?? 0;
    return count === 0 ? [] : [{ tab, text: say({ count }) }];
  });
  return (
    <>
      <section aria-labelledby="needs" className="admin-needs">
        <h2 id="needs" className="display text-t26">
          {words.needs}
        </h2>
        {needs.length === 0 && <p>{words.needsNothing}</p>}
        <ul>
          {needs.map(({ tab, text }) => (
            <li key={text}>
              <Link to="/moderation" search={tab === undefined ? {} : { tab }} className="word">
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {data.year.length === 0 ? (
        <EmptyState drawing="quiet" title={words.notYet}>
          {words.notYetHint}
        </EmptyState>
      ) : (
        <Suspense fallback={<Waiting />}>
          <Figures health={data} />
        </Suspense>
      )}
    </>
  );
}

const Waiting = () => (
  <div className="py-s6 text-center">
    <Spinner size={28} />
  </div>
);

/** The server updates these figures hourly. */
const communityHealth = queryOptions({
  queryKey: communityHealthKey,
  queryFn: async ({ signal }) => (await call(readCommunityHealth, { signal })).data,
});
