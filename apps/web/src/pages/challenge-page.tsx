import * as words from '@mbari/words/challenges';
import { connectionDropped } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { challengeQuery } from '~/photos/challenges/challenge-queries.ts';
import { ChallengeView } from '~/photos/challenges/challenge-view.tsx';
import { CallRefused } from '~/platform/lib/call.ts';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { focusHeading, setPageTitle } from '~/platform/lib/page-title.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';

const MarkdownHtml = optionalLazy(async () => (await import('~/forum/markdown/markdown-html.tsx')).MarkdownHtml, withoutDelay);
const ChallengeTopic = optionalLazy(async () => (await import('~/forum/topics/challenge-topic.tsx')).ChallengeTopic, withoutDelay);

const VotePage = lazy(async () => ({ default: (await import('./challenge-vote-page.tsx')).ChallengeVotePage }));
const EditPage = lazy(async () => ({ default: (await import('./edit-challenge-page.tsx')).EditChallengePage }));
const NewPage = lazy(async () => ({ default: (await import('./edit-challenge-page.tsx')).NewChallengePage }));

/** A challenge, its voting room, or the editor. One route, because each route adds to the first download. */
export function ChallengePage() {
  const { id, part } = useParams({ from: '/shell/challenges/$id/{-$part}' });
  const Page = id === 'new' ? NewPage : { vote: VotePage, edit: EditPage }[part ?? ''];
  if (Page)
    return (
      <Suspense fallback={<LoadingChallenge />}>
        <Page />
      </Suspense>
    );
  return part === undefined ? <Challenge id={id} /> : <ChallengeGone />;
}

function Challenge({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(challengeQuery(id));
  const isGone = error instanceof CallRefused && error.status === 404;
  const title = isGone ? words.notFound : data?.title;
  useEffect(() => setPageTitle(title), [title]);
  useEffect(() => {
    if (title !== undefined && document.activeElement === document.body) focusHeading();
  }, [title]);
  if (isGone) return <ChallengeGone />;
  if (data)
    return (
      <ChallengeView
        key={id}
        challenge={data}
        topic={
          <Suspense>
            <ChallengeTopic challenge={data} />
          </Suspense>
        }
      >
        {data.body && (
          // The source takes about the same space as the text.
          <Suspense fallback={<p className="exhibition-source">{data.body}</p>}>
            <MarkdownHtml html={data.body_html} />
          </Suspense>
        )}
      </ChallengeView>
    );
  if (error)
    return (
      <LoadFailed level="h1" title={words.failed} busy={isFetching} onRetry={() => void refetch()}>
        {connectionDropped}
      </LoadFailed>
    );
  return <LoadingChallenge />;
}

export function ChallengeGone() {
  return (
    <EmptyState
      drawing="lost"
      level="h1"
      title={words.notFound}
      action={
        <Link to="/challenges" className={buttonClass({})}>
          {words.allChallenges}
        </Link>
      }
    >
      {words.goneHint}
    </EmptyState>
  );
}

export function LoadingChallenge() {
  return (
    <div className="exhibition" aria-busy="true">
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <div className="exhibition-head" aria-hidden="true">
        <div className="exhibition-about">
          <div className="exhibition-waits-title" />
        </div>
      </div>
    </div>
  );
}
