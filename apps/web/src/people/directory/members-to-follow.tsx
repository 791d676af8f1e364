import { useQuery } from '@tanstack/react-query';
import { suggestedMembers } from './directory-queries.ts';
import { SuggestedMembersSkeleton } from './member-list-skeleton.tsx';
import { SuggestedMembers } from './suggested-members.tsx';

/** Members one may want to follow, where one follows nobody yet. Nothing where there are none, or they cannot be had. */
export function MembersToFollow() {
  const { data, isPending } = useQuery(suggestedMembers);
  return isPending ? <SuggestedMembersSkeleton /> : data && <SuggestedMembers members={data} />;
}
