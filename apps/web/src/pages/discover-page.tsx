import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CategoryWords } from '~/features/search/category-words.tsx';
import { FoundWall } from '~/features/search/found-wall.tsx';
import { SearchField, tidy } from '~/features/search/search-field.tsx';
import { type Filters, removeOldResults } from '~/features/search/search-queries.ts';

/** All that is looked for stands in the address: it can be sent on, and going back finds it again. */
export function DiscoverPage() {
  const { q = '', category = '' } = useSearch({ strict: false });
  const client = useQueryClient();
  const navigate = useNavigate();
  const filters: Filters = { words: tidy(q), category };
  const look = (wanted: Filters, replace: boolean) => {
    removeOldResults(client, wanted);
    const search = { ...(wanted.words !== '' && { q: wanted.words }), ...(wanted.category !== '' && { category: wanted.category }) };
    void navigate({ to: '/discover', search, replace, resetScroll: false });
  };
  const browseAll = () => {
    look({ words: '', category: '' }, false);
    document.querySelector<HTMLElement>('.seek-field')?.focus({ preventScroll: true });
  };
  return (
    <div className="discover">
      <h1 className="sr-only">Discover</h1>
      <SearchField
        words={filters.words}
        label="Search photos"
        placeholder="Search by caption"
        pause={200}
        onSearch={(words) => look({ ...filters, words }, true)}
      />
      <CategoryWords words={filters.words} />
      <FoundWall filters={filters} onBrowseAll={browseAll} />
    </div>
  );
}
