import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/directory';
import * as sentences from '@mbari/words/sentences';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { itemsOf } from '~/platform/lib/items-of.ts';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { membersFound, suggestedMembers } from './directory-queries.ts';
import { MemberListSkeleton, SuggestedMembersSkeleton } from './member-list-skeleton.tsx';
import { MemberList } from './member-list.tsx';
import { SuggestedMembers } from './suggested-members.tsx';

/** A few suggestions above all members, or search results. Old results stay until new ones arrive. */
export function Directory({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  const everybody = search === '';
  const found = useInfiniteQuery({ ...membersFound(search), placeholderData: keepPreviousData });
  const suggested = useQuery({ ...suggestedMembers, enabled: everybody });
  // Both lists appear together to avoid layout shift. After an error the page stays during retries.
  const pending =
    (found.isPending && found.errorUpdateCount === 0) || (everybody && suggested.isPending && suggested.errorUpdateCount === 0);
  const members = itemsOf(found.data);
  const meta = pending ? undefined : found.data?.pages[0]?.meta;
  return (
    <>
      {everybody && (pending ? <SuggestedMembersSkeleton /> : <SuggestedMembers members={suggested.data ?? []} />)}
      <section aria-label={words.members} className="directory" aria-busy={pending || found.isPlaceholderData}>
        <p role="status" className={members.length > 0 ? 'directory-count' : 'sr-only'}>
          {pending ? words.loadingMembers : meta && countWords(meta)}
        </p>
        {pending ? (
          <MemberListSkeleton />
        ) : found.data === undefined ? (
          <LoadFailed title={sentences.usersFetchFailed} busy={found.isFetching} onRetry={() => void found.refetch()}>
            {words.unreachable}
          </LoadFailed>
        ) : members.length === 0 ? (
          <EmptyState drawing="lost" title={words.noneFound} action={!everybody && <Button onClick={onShowAll}>{words.showAll}</Button>}>
            {everybody ? words.firstHere : <Phrase parts={words.noneCalled({ search, searched: (text) => <q dir="auto">{text}</q> })} />}
          </EmptyState>
        ) : (
          <MemberList
            members={members}
            label={words.showMore}
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

/** Returns the count, or 'more than' at the limit. */
function countWords({ total, total_is_capped: capped }: { total: number; total_is_capped: boolean }): string {
  if (total === 0) return words.noneFound;
  return capped ? words.moreThan({ count: limits.memberCount }) : words.count({ count: total });
}
