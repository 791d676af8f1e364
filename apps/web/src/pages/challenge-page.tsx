import type { Challenge } from '@mbari/contract/photos/challenges';
import * as words from '@mbari/words/challenges';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { LazyMarkdown } from '~/forum/markdown/lazy-markdown.tsx';
import { challengeQuery } from '~/photos/challenges/challenge-queries.ts';
import { ChallengeView } from '~/photos/challenges/challenge-view.tsx';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { ContentPage } from '~/platform/ui/content-page.tsx';

const ChallengeTopic = optionalLazy(async () => (await import('~/forum/topics/challenge-topic.tsx')).ChallengeTopic, withoutDelay);

const VotePage = lazy(async () => ({ default: (await import('./challenge-vote-page.tsx')).ChallengeVotePage }));
const EditPage = lazy(async () => ({ default: (await import('./edit-challenge-page.tsx')).EditChallengePage }));
const NewPage = lazy(async () => ({ default: (await import('./edit-challenge-page.tsx')).NewChallengePage }));

/** A challenge, its voting room, or the editor. One route, because each route adds to the first download. */
export default function ChallengePage() {
  const { id, part } = useParams({ from: '/shell/challenges/$id/{-$part}' });
  const Page = id === 'new' ? NewPage : { vote: VotePage, edit: EditPage }[part ?? ''];
  if (Page)
    return (
      <Suspense fallback={<LoadingChallenge />}>
        <Page />
      </Suspense>
    );
  return (
    <ChallengeById id={id} isGone={part !== undefined} titleOf={({ title }) => title}>
      {(challenge) => (
        <ChallengeView
          key={id}
          challenge={challenge}
          topic={
            <Suspense>
              <ChallengeTopic challenge={challenge} />
            </Suspense>
          }
        >
          <LazyMarkdown source={challenge.body} html={challenge.body_html} />
        </ChallengeView>
      )}
    </ChallengeById>
  );
}

interface ChallengeByIdProps {
  id: string;
  isGone?: boolean;
  titleOf: (challenge: Challenge) => string;
  children: (challenge: Challenge) => ReactNode;
}

export const ChallengeById = ({ id, ...more }: ChallengeByIdProps) => (
  <ContentPage
    query={useQuery(challengeQuery(id))}
    notFound={words.notFound}
    goneHint={words.goneHint}
    failed={words.failed}
    back={
      <Link to="/challenges" className={buttonClass({})}>
        {words.allChallenges}
      </Link>
    }
    waiting={<LoadingChallenge />}
    {...more}
  />
);

function LoadingChallenge() {
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
