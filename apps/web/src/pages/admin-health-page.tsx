import * as words from '@mbari/words/community-health';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { AdminFrame } from '~/community/admin-frame.tsx';
import { communityHealth } from '~/community/health-query.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

const Figures = lazy(async () => ({ default: (await import('~/community/figures.tsx')).Figures }));

export function AdminHealthPage() {
  return <AdminFrame title={words.health}>{() => <Health />}</AdminFrame>;
}

function Health() {
  const { data, isError, isFetching, refetch } = useQuery(communityHealth);
  if (data === undefined) {
    if (isError) return <FetchFailed message={words.failed} busy={isFetching} onRetry={() => void refetch()} />;
    return <Waiting />;
  }
  if (data.year.length === 0) return <EmptyState drawing="quiet" title={words.notYet} />;
  return (
    <Suspense fallback={<Waiting />}>
      <Figures health={data} />
    </Suspense>
  );
}

const Waiting = () => (
  <div className="py-s6 text-center">
    <Spinner size={28} />
  </div>
);
