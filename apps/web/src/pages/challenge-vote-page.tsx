import type { Challenge } from '@mbari/contract/photos/challenges';
import { vote } from '@mbari/words/challenge-voting';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { LazyMarkdown } from '~/forum/markdown/lazy-markdown.tsx';
import { VotingRoom } from '~/photos/challenges/voting-room.tsx';
import { ChallengeById } from './challenge-page.tsx';

export function ChallengeVotePage() {
  const { id } = useParams({ from: '/shell/challenges/$id/{-$part}' });
  return (
    <ChallengeById id={id} titleOf={({ title }) => vote({ title })}>
      {(challenge) => <Room key={id} challenge={challenge} />}
    </ChallengeById>
  );
}

/** The voting room. Outside the time of voting, leads to the challenge. An open room shows the end of voting itself. */
function Room({ challenge }: { challenge: Challenge }) {
  const navigate = useNavigate();
  const [isOpen] = useState(challenge.state === 'voting' && challenge.viewer.may_vote);
  const address = { to: '/challenges/$id/{-$part}', params: { id: challenge.id, part: undefined } } as const;
  if (!isOpen) return <Navigate {...address} replace />;
  return (
    <VotingRoom challenge={challenge} onClose={() => void navigate(address)}>
      <LazyMarkdown source={challenge.body} html={challenge.body_html} />
    </VotingRoom>
  );
}
