import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/directory';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SearchField } from '~/community/search/search-field.tsx';
import { normalizeQuery } from '~/community/search/use-search-input.ts';
import { Directory } from '~/people/directory/directory.tsx';

export default function UsersPage() {
  const { q = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = normalizeQuery(q);
  const setSearch = (query: string, replace: boolean) =>
    void navigate({ to: '/users', search: query === '' ? {} : { q: query }, replace, resetScroll: false });
  const showAll = () => {
    setSearch('', false);
    document.querySelector<HTMLElement>('.search-field-input')?.focus({ preventScroll: true });
  };
  return (
    <div className="people">
      <h1 className="display-large">{words.discoverUsers}</h1>
      <div className="people-search">
        <SearchField
          words={search}
          label={words.search}
          placeholder={words.searchHint}
          showsHelp={false}
          debounce={limits.searchDebounce}
          onSearch={(query) => setSearch(query, true)}
        />
      </div>
      <Directory search={search} onShowAll={showAll} />
    </div>
  );
}
