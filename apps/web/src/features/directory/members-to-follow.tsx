import { useQuery } from '@tanstack/react-query';
import { suggestedMembers } from './directory-queries.ts';
import { SuggestedMembers } from './suggested-members.tsx';

/** Members one may want to follow, where one follows nobody yet. Nothing while they are on their way, or where they cannot be had. */
export function MembersToFollow() {
  const { data } = useQuery(suggestedMembers);
  return data && <SuggestedMembers members={data} />;
}
