import * as words from '@mbari/words/search';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { addRecentSearch } from '~/community/search/recent-searches.ts';
import { SearchField } from '~/community/search/search-field.tsx';
import { SearchResults } from '~/community/search/search-results.tsx';
import { normalizeQuery } from '~/community/search/use-search-input.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import '~/community/search/search-page.css';

export default function SearchPage() {
  const { q = '', kind } = useSearch({ from: '/shell/search' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const query = normalizeQuery(q);
  const search = (newQuery: string) =>
    void navigate({
      to: '/search',
      search: { ...(newQuery !== '' && { q: newQuery }), ...(kind !== undefined && { kind }) },
      replace: true,
      resetScroll: false,
    });
  // An empty query focuses the field.
  const focusField = useEffectEvent(() => {
    if (query === '') document.querySelector<HTMLElement>('.search-field-input')?.focus({ preventScroll: true });
  });
  useEffect(() => focusField(), []);
  return (
    <div className="search-page">
      <h1 className="sr-only">{words.search}</h1>
      <div className="search-page-top">
        <IconButton
          label={words.back}
          className="search-page-back"
          onClick={() => (history.canGoBack() ? history.back() : void navigate({ to: '/feed' }))}
        >
          <ArrowLeft size={22} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
        <SearchField
          words={query}
          label={words.search}
          placeholder={words.placeholder}
          debounce={200}
          onSearch={search}
          onEnter={addRecentSearch}
        />
      </div>
      <SearchResults query={query} kind={kind} />
    </div>
  );
}
