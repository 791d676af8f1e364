import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/directory';
import * as sentences from '@mbari/words/sentences';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { memberSearch, suggestedMembers } from './directory-queries.ts';
import { MemberListSkeleton } from './member-card.tsx';
import { MemberList } from './member-list.tsx';
import { SuggestedMembers, SuggestedMembersSkeleton } from './suggested-members.tsx';

/** A few suggestions above all members, or search results. Old results stay until new ones arrive. */
export function Directory({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  const isUnfiltered = search === '';
  const results = useInfiniteQuery({ ...memberSearch(search), placeholderData: keepPreviousData });
  const suggestions = useQuery({ ...suggestedMembers, enabled: isUnfiltered });
  // Both lists appear together to avoid layout shift. After an error, retries show no skeleton.
  const isPending =
    (results.isPending && results.errorUpdateCount === 0) || (isUnfiltered && suggestions.isPending && suggestions.errorUpdateCount === 0);
  const found = itemsOf(results.data);
  // Suggested members stand above the list, so they do not repeat in it.
  const suggested = isUnfiltered ? (suggestions.data ?? []) : [];
  const members = found.filter(({ id }) => suggested.every((member) => member.id !== id));
  const meta = isPending ? undefined : results.data?.pages[0]?.meta;
  return (
    <>
      {isUnfiltered && (isPending ? <SuggestedMembersSkeleton /> : <SuggestedMembers members={suggested} />)}
      <section aria-label={words.members} className="directory" aria-busy={isPending || results.isPlaceholderData}>
        <p role="status" className={found.length > 0 ? 'directory-count' : 'sr-only'}>
          {isPending ? words.loadingMembers : meta && countWords(meta)}
        </p>
        {isPending ? (
          <MemberListSkeleton />
        ) : results.data === undefined ? (
          <LoadFailed title={sentences.usersFetchFailed} busy={results.isFetching} onRetry={() => void results.refetch()}>
            {words.unreachable}
          </LoadFailed>
        ) : found.length === 0 ? (
          <EmptyState drawing="lost" title={words.noneFound} action={!isUnfiltered && <Button onClick={onShowAll}>{words.showAll}</Button>}>
            {isUnfiltered ? words.firstHere : <Phrase parts={words.noneCalled({ search, searched: (text) => <q dir="auto">{text}</q> })} />}
          </EmptyState>
        ) : (
          <MemberList
            members={members}
            label={words.showMore}
            hasMore={results.hasNextPage && !results.isPlaceholderData}
            busy={results.isFetchingNextPage}
            failed={results.isFetchNextPageError}
            onMore={() => void results.fetchNextPage({ cancelRefetch: false })}
          />
        )}
      </section>
    </>
  );
}

/** Returns 'none found', the count, or 'more than' the limit. */
function countWords({ total, total_is_capped: isCapped }: { total: number; total_is_capped: boolean }): string {
  if (total === 0) return words.noneFound;
  return isCapped ? words.moreThan({ count: limits.memberCount }) : words.count({ count: total });
}
