import * as words from '@mbari/words/forum-search';
import { connectionDropped } from '@mbari/words/ui';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ForumSearch } from '~/platform/lib/search-params.ts';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { postResults, hasFilters } from './forum-search-queries.ts';
import { PostResult } from './post-result.tsx';

interface PostResultsProps {
  search: ForumSearch;
  onClearFilters: () => void;
}

/** Old results stay until the new ones have loaded. */
export function PostResults({ search, onClearFilters }: PostResultsProps) {
  const results = useInfiniteQuery({ ...postResults(search), placeholderData: keepPreviousData });
  if ((search.q ?? '') === '')
    return (
      <EmptyState drawing="quiet" title={words.begin}>
        {words.beginHint}
      </EmptyState>
    );
  const meta = results.data?.pages[0]?.meta;
  const posts = results.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <p role="status" className="forum-search-count">
        {meta === undefined
          ? results.isPending && words.searching
          : posts.length > 0 && words.found({ count: meta.total, more: meta.total_is_capped })}
      </p>
      <section aria-label={words.title} aria-busy={results.isPending || results.isPlaceholderData}>
        {results.isPending ? (
          <Spinner size={28} />
        ) : results.data === undefined ? (
          <Failed busy={results.isFetching} onRetry={() => void results.refetch()} />
        ) : posts.length === 0 ? (
          <NoPostResults isFiltered={hasFilters(search)} onClearFilters={onClearFilters} />
        ) : (
          <ol className="found-posts">
            {posts.map((post) => (
              <PostResult key={post.id} post={post} sought={search.q ?? ''} />
            ))}
          </ol>
        )}
        {results.hasNextPage && (
          <LoadMoreButton
            label={words.moreResults}
            busy={results.isFetchingNextPage}
            failed={results.isFetchNextPageError}
            onLoad={() => void (results.isPlaceholderData || results.fetchNextPage({ cancelRefetch: false }))}
          />
        )}
      </section>
    </>
  );
}

function Failed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <LoadFailed title={words.searchFailed} busy={busy} onRetry={onRetry}>
      {connectionDropped}
    </LoadFailed>
  );
}

function NoPostResults({ isFiltered, onClearFilters }: { isFiltered: boolean; onClearFilters: () => void }) {
  return (
    <EmptyState
      drawing="lost"
      title={words.nothingFound}
      action={
        isFiltered && (
          <Button kind="quiet" onClick={onClearFilters}>
            {words.clearFilters}
          </Button>
        )
      }
    >
      {isFiltered ? words.nothingFoundFiltered : words.nothingFoundHint}
    </EmptyState>
  );
}
