import * as words from '@mbari/words/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import { FoundRows, type Kind } from './found-rows.tsx';
import { NothingFound, SearchFailed } from './no-results.tsx';
import { RecentList } from './recent-list.tsx';
import { rememberSearch } from './recent-searches.ts';
import { everythingFound, foundWords, isLongEnough, isNothing } from './search-query.ts';

/** Loads immediately: these are the page's content. */
const atOnce = (): Promise<void> => Promise.resolve();
const Directory = optionalLazy(async () => (await import('~/people/directory/directory.tsx')).Directory, atOnce);
const PhotoResults = optionalLazy(async () => (await import('~/photos/photo-results.tsx')).PhotoResults, atOnce);
const FoundTopics = optionalLazy(async () => (await import('./found-topics.tsx')).FoundTopics, atOnce);

interface SearchResultsProps {
  sought: string;
  /** Undefined shows the first results of every kind. */
  kind: Kind | undefined;
}

/** The first results of each kind, or all of one kind. Recent searches without a query. */
export function SearchResults({ sought, kind }: SearchResultsProps) {
  const navigate = useNavigate();
  if (!isLongEnough(sought)) return <RecentList without="" />;
  const choose = (name: Kind | 'all') =>
    void navigate({
      to: '/search',
      search: { q: sought, ...(name !== 'all' && { kind: name }) },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <Tabs label={words.results} tabs={tabs} chosen={kind ?? 'all'} onChoose={choose} controls="search-results" />
      <section id="search-results" role="tabpanel" aria-label={tabs.find(({ name }) => name === (kind ?? 'all'))?.label}>
        <Suspense fallback={<Spinner size={28} />}>
          {kind === undefined && <Everything sought={sought} />}
          {kind === 'members' && <Directory search={sought} onShowAll={() => void navigate({ to: '/users' })} />}
          {kind === 'photos' && (
            <PhotoResults filters={{ words: sought, category: '' }} onBrowseAll={() => void navigate({ to: '/discover' })} />
          )}
          {kind === 'topics' && <FoundTopics sought={sought} />}
        </Suspense>
      </section>
    </>
  );
}

const tabs = [
  { name: 'all', label: words.everything },
  { name: 'members', label: words.members },
  { name: 'photos', label: words.photos },
  { name: 'topics', label: words.topics },
] as const;

/** Old results stay until the new ones have loaded. */
function Everything({ sought }: { sought: string }) {
  const { data, isFetching, isPlaceholderData, refetch, isError } = useQuery({
    ...everythingFound(sought),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <p role="status" className="sr-only">
        {data === undefined ? !isError && words.searching : !isPlaceholderData && foundWords(data)}
      </p>
      <div className="search-page-found" aria-busy={data === undefined || isPlaceholderData}>
        {data === undefined ? (
          isError ? (
            <SearchFailed busy={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Spinner size={28} />
          )
        ) : isNothing(data) ? (
          <NothingFound sought={sought} />
        ) : (
          <FoundRows found={data} sought={sought} asOption={() => ({ onClick: () => rememberSearch(sought) })} isPage />
        )}
      </div>
      {data !== undefined && <RecentList without={sought} />}
    </>
  );
}
