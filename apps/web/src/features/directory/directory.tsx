import * as limits from '@mbari/contract/limits';
import * as sentences from '@mbari/contract/sentences';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { membersFound, membersOf, suggestedMembers } from './directory-queries.ts';
import { MemberListSkeleton } from './member-list-skeleton.tsx';
import { MemberList } from './member-list.tsx';
import { SuggestedMembers } from './suggested-members.tsx';

/** All members below a few suggestions, or those who were found. The old ones stay until the new ones have come. */
export function Directory({ words, onShowAll }: { words: string; onShowAll: () => void }) {
  const everybody = words === '';
  const found = useInfiniteQuery({ ...membersFound(words), placeholderData: keepPreviousData });
  const suggested = useQuery({ ...suggestedMembers, enabled: everybody });
  // Both lists appear together, so that no card moves down. After a failure the page stays while it tries again.
  const pending =
    (found.isPending && found.errorUpdateCount === 0) || (everybody && suggested.isPending && suggested.errorUpdateCount === 0);
  const members = membersOf(found.data);
  const meta = pending ? undefined : found.data?.pages[0]?.meta;
  return (
    <>
      {everybody && !pending && <SuggestedMembers members={suggested.data ?? []} />}
      <section aria-label="Members" className="directory" aria-busy={pending || found.isPlaceholderData}>
        <p role="status" className={members.length === 0 ? 'sr-only' : 'directory-count'}>
          {pending ? 'Loading members' : meta && countWords(meta)}
        </p>
        {pending ? (
          <MemberListSkeleton />
        ) : found.data === undefined ? (
          <EmptyState
            drawing="cracked"
            title={sentences.usersFetchFailed}
            action={
              <Button busy={found.isFetching && 'Try Again'} onClick={() => void found.refetch()}>
                Try Again
              </Button>
            }
          >
            The members could not be reached. Nobody is lost.
          </EmptyState>
        ) : members.length === 0 ? (
          <EmptyState drawing="lost" title={nobodyFound} action={!everybody && <Button onClick={onShowAll}>Show all members</Button>}>
            {everybody ? (
              'You are the first one here.'
            ) : (
              <>
                Nobody here goes by <q dir="auto">{words}</q>. Fewer letters, or a username, may find them.
              </>
            )}
          </EmptyState>
        ) : (
          <MemberList
            members={members}
            label="Show More"
            hasMore={found.hasNextPage && !found.isPlaceholderData}
            busy={found.isFetchingNextPage}
            failed={found.isFetchNextPageError}
            onMore={() => void found.fetchNextPage({ cancelRefetch: false })}
          />
        )}
      </section>
    </>
  );
}

const nobodyFound = 'No members found';

/** How many were found; from a limit on, 'more than'. */
function countWords({ total, total_is_capped: capped }: { total: number; total_is_capped: boolean }): string {
  if (total === 0) return nobodyFound;
  if (capped) return `More than ${limits.foundMembers.toLocaleString('en')} members`;
  return total === 1 ? '1 member' : `${total.toLocaleString('en')} members`;
}
