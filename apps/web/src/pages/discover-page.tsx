import * as words from '@mbari/words/photo-search';
import { discover } from '@mbari/words/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SearchField } from '~/community/search/search-field.tsx';
import { normalizeQuery } from '~/community/search/use-search-input.ts';
import { CategoryLinks } from '~/photos/category-links.tsx';
import { PhotoResults } from '~/photos/photo-results.tsx';
import { type Filters, removeOldResults } from '~/photos/search-queries.ts';

export default function DiscoverPage() {
  const { q = '', category = '' } = useSearch({ strict: false });
  const client = useQueryClient();
  const navigate = useNavigate();
  const filters: Filters = { words: normalizeQuery(q), category };
  const search = (newFilters: Filters, replace: boolean) => {
    removeOldResults(client, newFilters);
    const params = {
      ...(newFilters.words !== '' && { q: newFilters.words }),
      ...(newFilters.category !== '' && { category: newFilters.category }),
    };
    void navigate({ to: '/discover', search: params, replace, resetScroll: false });
  };
  const browseAll = () => {
    search({ words: '', category: '' }, false);
    document.querySelector<HTMLElement>('.search-field-input')?.focus({ preventScroll: true });
  };
  return (
    <div className="discover">
      <h1 className="sr-only">{discover}</h1>
      <SearchField
        words={filters.words}
        label={words.searchPhotos}
        placeholder={words.searchByCaption}
        debounce={200}
        onSearch={(query) => search({ ...filters, words: query }, true)}
      />
      <CategoryLinks sought={filters.words} />
      <PhotoResults filters={filters} onBrowseAll={browseAll} />
    </div>
  );
}
