import * as words from '@mbari/words/forum-search';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SearchField } from '~/community/search/search-field.tsx';
import { normalizeQuery } from '~/community/search/use-search-input.ts';
import { PostResults, SearchFilters } from '~/forum/post-search.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import type { ForumSearch } from '~/platform/lib/search-params.ts';
import '~/forum/forum-categories.css';
import '~/forum/forum-search.css';

export default function ForumSearchPage() {
  const { q, ...filters } = useSearch({ from: '/shell/forum/search' });
  const navigate = useNavigate();
  useEffect(() => setPageTitle(words.title), []);
  const search = ({ q: newQuery, ...newFilters }: ForumSearch) =>
    void navigate({ to: '/forum/search', search: { ...(newQuery && { q: newQuery }), ...newFilters }, replace: true, resetScroll: false });
  const query = normalizeQuery(q ?? '');
  return (
    <div className="forum">
      <Link to="/forum" className="link text-t15">
        {words.backToForum}
      </Link>
      <h1 className="sr-only">{words.title}</h1>
      <SearchField
        words={query}
        label={words.title}
        placeholder={words.placeholder}
        debounce={200}
        onSearch={(newQuery) => search({ ...filters, q: newQuery })}
      />
      <SearchFilters filters={filters} onChange={(newFilters) => search({ q: query, ...newFilters })} />
      <PostResults search={{ q: query, ...filters }} onClearFilters={() => search({ q: query })} />
    </div>
  );
}
