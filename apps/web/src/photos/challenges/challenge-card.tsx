import type { ListedChallenge } from '@mbari/contract/photos/challenges';
import * as words from '@mbari/words/challenges';
import { Link } from '@tanstack/react-router';
import { Trophy } from 'lucide-react';
import { Mat } from '~/photos/exhibitions/mat.tsx';
import { ChallengeState, ToDo } from './challenge-state.tsx';

const sizes = '(max-width: 700px) 100vw, 420px';

/** A challenge in a list: its picture whole on a mat, title, state, what to do now, and the number of entries. */
export function ChallengeCard({ challenge }: { challenge: ListedChallenge }) {
  const { id, title, state, cover, entries_count } = challenge;
  return (
    <Link to="/challenges/$id/{-$part}" params={{ id }} className="exhibition-card">
      <Mat image={cover} sizes={sizes} title={title}>
        <Trophy className="challenge-no-picture" size={44} strokeWidth={1.2} aria-hidden="true" />
      </Mat>
      <h2 dir="auto">{title}</h2>
      <ChallengeState challenge={challenge} />
      <ToDo challenge={challenge} />
      {state !== 'announced' && <p className="text-t15 text-ink-meta">{words.entries({ count: entries_count })}</p>}
    </Link>
  );
}
