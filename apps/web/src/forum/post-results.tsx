import type { ForumPostResult } from '@mbari/contract/forum/search';
import * as words from '@mbari/words/forum-search';
import { inPost } from '@mbari/words/muted-words';
import { connectionDropped } from '@mbari/words/ui';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { relativeDate } from '~/platform/lib/dates.ts';
import type { ForumSearch } from '~/platform/lib/search-params.ts';
import { Folded } from '~/platform/text/folded.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { hasFilters, postResults } from './forum-search-queries.ts';
import '~/platform/ui/parts.css';

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

function PostResult({ post, sought }: { post: ForumPostResult; sought: string }) {
  const { topic, number, author, excerpt, created_at } = post;
  const { folded, show, shownRef } = useFold(author.id, () => `${topic.title}\n${excerpt.map(({ text }) => text).join('')}`);
  // A viewer who searches for a word that they muted sees its matches.
  const { folded: isSought } = useFold(author.id, () => sought);
  if (folded && !isSought)
    return (
      <li className="found-post italic">
        <p>
          <Folded why={inPost} onShow={show} />
        </p>
      </li>
    );
  return (
    <li className="found-post">
      <Link
        ref={shownRef}
        to="/forum/t/$id/{-$slug}/{-$number}"
        params={{ id: topic.id, slug: topic.slug, number: String(number) }}
        className="found-post-title"
        dir="auto"
      >
        {topic.title}
      </Link>
      <p className="found-post-excerpt" dir="auto">
        {excerpt.map(({ text, is_match }, index) => (is_match ? <mark key={index}>{text}</mark> : text))}
      </p>
      <div className="found-post-meta">
        <Avatar src={author.avatar_url} size={24} />
        <p className="parts">
          <span dir="auto">{author.name}</span>
          <time dateTime={created_at}>{relativeDate(created_at)}</time>
          <span dir="auto">{words.foundIn({ category: topic.category.name })}</span>
          {number > 1 && <span>{words.postNumber({ number })}</span>}
        </p>
      </div>
    </li>
  );
}
