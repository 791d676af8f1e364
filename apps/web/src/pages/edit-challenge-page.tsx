import * as admin from '@mbari/words/admin';
import * as words from '@mbari/words/challenges';
import { connectionDropped } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { challengeQuery } from '~/photos/challenges/challenge-queries.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useSession } from '~/platform/lib/session.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import '~/photos/exhibitions/exhibitions.css';

const ChallengeEditor = lazy(async () => ({ default: (await import('~/photos/challenges/challenge-editor.tsx')).ChallengeEditor }));

export function NewChallengePage() {
  return (
    <Frame title={words.make}>
      <ChallengeEditor />
    </Frame>
  );
}

export function EditChallengePage() {
  const { id } = useParams({ from: '/shell/challenges/$id/{-$part}' });
  // Waits for the stored challenge, because another organiser may have changed it.
  const { data, isFetchedAfterMount, isError, isFetching, refetch } = useQuery({ ...challengeQuery(id), refetchOnMount: 'always' });
  return (
    <Frame title={words.edit}>
      {data && isFetchedAfterMount ? (
        <ChallengeEditor key={id} challenge={data} />
      ) : isError ? (
        <LoadFailed title={words.failed} busy={isFetching} onRetry={() => void refetch()}>
          {connectionDropped}
        </LoadFailed>
      ) : (
        <Waiting />
      )}
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const isAdmin = useSession().user?.role === 'admin';
  useEffect(() => setPageTitle(title), [title]);
  if (!isAdmin)
    return (
      <EmptyState
        drawing="lost"
        level="h1"
        title={admin.adminsOnly}
        action={
          <Link to="/challenges" className={buttonClass({})}>
            {words.allChallenges}
          </Link>
        }
      >
        {admin.adminsOnlyHint}
      </EmptyState>
    );
  return (
    <div className="exhibitions">
      <h1 className="display-large" tabIndex={-1}>
        {title}
      </h1>
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </div>
  );
}

const Waiting = () => (
  <div className="py-s6 text-center">
    <Spinner size={28} />
  </div>
);
