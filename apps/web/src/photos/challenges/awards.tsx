import type { Award } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/challenge-awards';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Phrase } from '~/platform/ui/phrase.tsx';

/** '1st in Harmattan · Mentioned in Long shadows', with links to the challenges. */
export const Awards = ({ awards }: { awards: readonly Award[] }) => (
  <span className="parts">
    {awards.map((award) => (
      <span key={`${award.challenge_id} ${award.place}`}>
        <Phrase parts={awardParts(award)} />
      </span>
    ))}
  </span>
);

function awardParts({ challenge_id, title, place }: Award) {
  const challenge = (text: ReactNode) => (
    <Link to="/challenges/$id/{-$part}" params={{ id: challenge_id }} dir="auto">
      {text}
    </Link>
  );
  return place === null ? words.mentioned({ title, challenge }) : words.won({ title, place, challenge });
}
