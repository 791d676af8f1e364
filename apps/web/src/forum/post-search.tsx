import { type ForumPostResult, searchForum } from '@mbari/contract/forum/search';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-search';
import { inPost } from '@mbari/words/muted-words';
import { connectionDropped } from '@mbari/words/ui';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type FormEvent, useRef } from 'react';
import { call } from '~/platform/lib/call.ts';
import { relativeDate } from '~/platform/lib/dates.ts';
import { forumSearchKey } from '~/platform/lib/query-keys.ts';
import type { ForumFilters, ForumSearch } from '~/platform/lib/search-params.ts';
import { Folded } from '~/platform/text/folded.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { SelectField, TextField } from '~/platform/ui/field.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { forumCategories } from './category-queries.ts';
import '~/platform/ui/parts.css';

interface SearchFiltersProps {
  filters: ForumFilters;
  onChange: (filters: ForumFilters) => void;
}

/** Choices apply immediately, typed values on blur or Enter. */
export function SearchFilters({ filters, onChange }: SearchFiltersProps) {
  const { data: categories = [] } = useQuery(forumCategories);
  const form = useRef<HTMLFormElement>(null);
  const apply = (event?: FormEvent) => {
    event?.preventDefault();
    if (form.current) onChange(filtersIn(new FormData(form.current)));
  };
  return (
    <form ref={form} className="search-filters" aria-label={words.filters} onSubmit={apply}>
      <SelectField label={words.category} name="category" value={filters.category ?? ''} onChange={apply}>
        <option value="">{words.everyCategory}</option>
        {categories.map(({ id, slug, name }) => (
          <option key={id} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <TypedFilter name="author" filters={filters} onApply={apply} {...username} />
      <TypedFilter name="since" filters={filters} onApply={apply} type="date" max={filters.until} />
      <TypedFilter name="until" filters={filters} onApply={apply} type="date" min={filters.since} />
      {/* Enter in any field applies typed values. */}
      <input type="submit" value={words.title} hidden />
      {hasFilters(filters) && (
        <Button kind="text" className="search-filters-clear" onClick={() => onChange({})}>
          {words.clearFilters}
        </Button>
      )}
    </form>
  );
}

const labels = { author: words.author, since: words.since, until: words.until };
const username = { placeholder: words.authorHint, maxLength: limits.usernameMax, autoCapitalize: 'none', spellCheck: false };

interface TypedFilterProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  name: 'author' | 'since' | 'until';
  filters: ForumFilters;
  onApply: () => void;
}

/** The key remounts the field if its filter changes elsewhere. */
const TypedFilter = ({ name, filters, onApply, ...field }: TypedFilterProps) => (
  <TextField {...field} key={filters[name]} name={name} label={labels[name]} defaultValue={filters[name]} onBlur={() => onApply()} />
);

const names = ['category', 'author', 'since', 'until'] as const;

function filtersIn(form: FormData): ForumFilters {
  const filled = names.flatMap((name) => {
    const value = form.get(name);
    const text = typeof value === 'string' ? value.trim().replace(/^@/, '') : '';
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(filled);
}

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

const postResults = ({ q = '', ...filters }: ForumSearch) =>
  infiniteQueryOptions({
    queryKey: forumSearchKey({ q, ...filters }),
    queryFn: ({ pageParam, signal }) =>
      call(searchForum, { query: { q, ...filters, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    enabled: q !== '',
  });

const hasFilters = ({ category, author, since, until }: ForumFilters): boolean =>
  [category, author, since, until].some((filter) => filter !== undefined);
