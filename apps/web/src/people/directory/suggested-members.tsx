import type { Suggestion } from '@mbari/contract/shapes/suggestions';
import * as words from '@mbari/words/directory';
import { MemberCard } from './member-card.tsx';
import { reasonWords } from './reason-words.ts';

/** Renders nothing if there are none. */
export function SuggestedMembers({ members }: { members: readonly Suggestion[] }) {
  if (members.length === 0) return null;
  return (
    <section aria-labelledby="suggested" className="suggested">
      <h2 id="suggested" className="display text-t26">
        {words.suggested}
      </h2>
      <ul className="members">
        {members.map((member) => (
          <li key={member.id}>
            <MemberCard member={member} reason={reasonWords(member)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
