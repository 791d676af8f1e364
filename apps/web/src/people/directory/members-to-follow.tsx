import { useQuery } from '@tanstack/react-query';
import { suggestedMembers } from './directory-queries.ts';
import { SuggestedMembersSkeleton } from './member-list-skeleton.tsx';
import { SuggestedMembers } from './suggested-members.tsx';

/** For members who follow nobody. Renders nothing without suggestions. */
export function MembersToFollow() {
  const { data, isPending } = useQuery(suggestedMembers);
  return isPending ? <SuggestedMembersSkeleton /> : data && <SuggestedMembers members={data} />;
}
