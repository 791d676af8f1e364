import type { Suggestion } from '@mbari/contract/people/directory';
import * as words from '@mbari/words/directory';
import { list } from '@mbari/words/format';
import { useQuery } from '@tanstack/react-query';
import { suggestedMembers } from './directory-queries.ts';
import { MemberCard, MemberListSkeleton } from './member-card.tsx';

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
            <MemberCard member={member} reason={describeReason(member)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Most suggestions have a reason of two lines. */
export function SuggestedMembersSkeleton() {
  return (
    <div className="suggested" aria-hidden="true">
      <span className="member-box h-[1.15em] w-[12ch] text-t26" />
      <MemberListSkeleton hasReason />
    </div>
  );
}

/** Returns why a member is suggested: followers whom the viewer follows, then shared interests. */
export function describeReason({ followed_by: names, followed_by_count: count, shared_interests: sharedCount }: Suggestion): string {
  const reasons = [followedBy(names.map(isolateDirection), count), sharedInterests(sharedCount)].filter((reason) => reason !== '');
  return reasons.length === 0 ? words.newHere : reasons.join(' · ');
}

/** For members who follow nobody. Renders nothing without suggestions. */
export function MembersToFollow() {
  const { data, isPending } = useQuery(suggestedMembers);
  return isPending ? <SuggestedMembersSkeleton /> : data && <SuggestedMembers members={data} />;
}

function followedBy(names: readonly string[], count: number): string {
  const othersCount = Math.max(0, count - names.length);
  const parts = othersCount === 0 ? names : [...names, words.others({ count: othersCount })];
  return parts.length === 0 ? '' : words.followedBy({ names: list(parts) });
}

const sharedInterests = (sharedCount: number): string => (sharedCount === 0 ? '' : words.sharedInterests({ count: sharedCount }));

const isolateDirection = (name: string): string => `\u2068${name}\u2069`;
