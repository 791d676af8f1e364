import * as words from '@mbari/words/forum-search';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { SearchField } from '~/community/search/search-field.tsx';
import { normalizeQuery } from '~/community/search/use-search-input.ts';
import { FoundPosts } from '~/forum/found-posts.tsx';
import { SearchFilters } from '~/forum/search-filters.tsx';
import type { ForumSearch } from '~/platform/lib/search-params.ts';
import '~/forum/forum-categories.css';
import '~/forum/forum-search.css';

/** The URL holds the search, so it can be shared and restored. */
export function ForumSearchPage() {
  const { q, ...filters } = useSearch({ from: '/shell/forum/search' });
  const navigate = useNavigate();
  const search = ({ q: wanted, ...narrowed }: ForumSearch) =>
    void navigate({ to: '/forum/search', search: { ...(wanted && { q: wanted }), ...narrowed }, replace: true, resetScroll: false });
  const found = normalizeQuery(q ?? '');
  return (
    <div className="forum">
      <Link to="/forum" className="link text-t15">
        {words.backToForum}
      </Link>
      <h1 className="sr-only">{words.title}</h1>
      <SearchField
        words={found}
        label={words.title}
        placeholder={words.placeholder}
        debounce={200}
        onSearch={(wanted) => search({ ...filters, q: wanted })}
      />
      <SearchFilters filters={filters} onChange={(narrowed) => search({ q: found, ...narrowed })} />
      <FoundPosts search={{ q: found, ...filters }} onClearFilters={() => search({ q: found })} />
    </div>
  );
}
