import * as words from '@mbari/words/forum-search';
import { connectionDropped } from '@mbari/words/ui';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ForumSearch } from '~/platform/lib/search-params.ts';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { foundForumPosts, hasFilters } from './forum-search-queries.ts';
import { FoundPost } from './found-post.tsx';

interface FoundPostsProps {
  search: ForumSearch;
  onClearFilters: () => void;
}

/** Old results stay until the new ones have loaded. */
export function FoundPosts({ search, onClearFilters }: FoundPostsProps) {
  const found = useInfiniteQuery({ ...foundForumPosts(search), placeholderData: keepPreviousData });
  if ((search.q ?? '') === '')
    return (
      <EmptyState drawing="quiet" title={words.begin}>
        {words.beginHint}
      </EmptyState>
    );
  const meta = found.data?.pages[0]?.meta;
  const posts = found.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <p role="status" className="forum-search-count">
        {meta === undefined
          ? found.isPending && words.searching
          : posts.length > 0 && words.found({ count: meta.total, more: meta.total_is_capped })}
      </p>
      <section aria-label={words.title} aria-busy={found.isPending || found.isPlaceholderData}>
        {found.isPending ? (
          <Spinner size={28} />
        ) : found.data === undefined ? (
          <Failed busy={found.isFetching} onRetry={() => void found.refetch()} />
        ) : posts.length === 0 ? (
          <NothingFound isFiltered={hasFilters(search)} onClearFilters={onClearFilters} />
        ) : (
          <ol className="found-posts">
            {posts.map((post) => (
              <FoundPost key={post.id} post={post} sought={search.q ?? ''} />
            ))}
          </ol>
        )}
        {found.hasNextPage && (
          <LoadMoreButton
            label={words.moreResults}
            busy={found.isFetchingNextPage}
            failed={found.isFetchNextPageError}
            onLoad={() => void (found.isPlaceholderData || found.fetchNextPage({ cancelRefetch: false }))}
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

function NothingFound({ isFiltered, onClearFilters }: { isFiltered: boolean; onClearFilters: () => void }) {
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
