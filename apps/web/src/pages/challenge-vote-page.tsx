import { vote } from '@mbari/words/challenge-voting';
import * as words from '@mbari/words/challenges';
import { connectionDropped } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { challengeQuery } from '~/photos/challenges/challenge-queries.ts';
import { VotingRoom } from '~/photos/challenges/voting-room.tsx';
import { CallRefused } from '~/platform/lib/call.ts';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { ChallengeGone, LoadingChallenge } from './challenge-page.tsx';

const MarkdownHtml = optionalLazy(async () => (await import('~/forum/markdown/markdown-html.tsx')).MarkdownHtml, withoutDelay);

/** The voting room. Outside the time of voting, leads to the challenge. */
export function ChallengeVotePage() {
  const { id } = useParams({ from: '/shell/challenges/$id/{-$part}' });
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(challengeQuery(id));
  const isGone = error instanceof CallRefused && error.status === 404;
  // Once open, the room itself shows the end of voting.
  const [isOpen, setOpen] = useState(false);
  const mayVote = data?.state === 'voting' && data.viewer.may_vote;
  if (mayVote && !isOpen) setOpen(true);
  const title = isGone ? words.notFound : data && vote({ title: data.title });
  useEffect(() => setPageTitle(title), [title]);
  if (isGone) return <ChallengeGone />;
  if (data)
    return isOpen ? (
      <VotingRoom challenge={data} onClose={() => void navigate({ to: '/challenges/$id/{-$part}', params: { id, part: undefined } })}>
        {data.body !== '' && (
          // The source takes about the same space as the text.
          <Suspense fallback={<p className="whitespace-pre-line">{data.body}</p>}>
            <MarkdownHtml html={data.body_html} />
          </Suspense>
        )}
      </VotingRoom>
    ) : (
      <Navigate to="/challenges/$id/{-$part}" params={{ id, part: undefined }} replace />
    );
  if (error)
    return (
      <LoadFailed level="h1" title={words.failed} busy={isFetching} onRetry={() => void refetch()}>
        {connectionDropped}
      </LoadFailed>
    );
  return <LoadingChallenge />;
}
