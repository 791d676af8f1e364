import * as words from '@mbari/words/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import { NoResults, SearchFailed } from './no-results.tsx';
import { RecentList } from './recent-list.tsx';
import { addRecentSearch } from './recent-searches.ts';
import { searchAnswer, describeCounts, isLongEnough, hasNoResults } from './search-query.ts';
import { SearchResultRows, type ResultKind } from './search-result-rows.tsx';

const Directory = optionalLazy(async () => (await import('~/people/directory/directory.tsx')).Directory, withoutDelay);
const SearchStart = optionalLazy(async () => (await import('./search-start.tsx')).SearchStart, withoutDelay);
const PhotoResults = optionalLazy(async () => (await import('~/photos/photo-results.tsx')).PhotoResults, withoutDelay);
const TopicResults = optionalLazy(async () => (await import('./topic-results.tsx')).TopicResults, withoutDelay);

interface SearchResultsProps {
  query: string;
  kind: ResultKind | undefined;
}

/** The first results of each kind, or all results of one kind. Without a query, what one may look for. */
export function SearchResults({ query, kind }: SearchResultsProps) {
  const navigate = useNavigate();
  if (!isLongEnough(query))
    return (
      <Suspense>
        <SearchStart />
      </Suspense>
    );
  const selectTab = (name: ResultKind | 'all') =>
    void navigate({
      to: '/search',
      search: { q: query, ...(name !== 'all' && { kind: name }) },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <Tabs label={words.results} tabs={tabs} chosen={kind ?? 'all'} onChoose={selectTab} controls="search-results" />
      <section id="search-results" role="tabpanel" aria-label={tabs.find(({ name }) => name === (kind ?? 'all'))?.label}>
        <Suspense fallback={<Spinner size={28} />}>
          {kind === undefined && <Everything query={query} />}
          {kind === 'members' && <Directory search={query} onShowAll={() => void navigate({ to: '/users' })} />}
          {kind === 'photos' && (
            <PhotoResults filters={{ words: query, category: '' }} onBrowseAll={() => void navigate({ to: '/discover' })} />
          )}
          {kind === 'topics' && <TopicResults query={query} />}
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
function Everything({ query }: { query: string }) {
  const { data, isFetching, isPlaceholderData, refetch, isError } = useQuery({
    ...searchAnswer(query),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <p role="status" className="sr-only">
        {data === undefined ? !isError && words.searching : !isPlaceholderData && describeCounts(data)}
      </p>
      <div className="search-page-found" aria-busy={data === undefined || isPlaceholderData}>
        {data === undefined ? (
          isError ? (
            <SearchFailed busy={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Spinner size={28} />
          )
        ) : hasNoResults(data) ? (
          <NoResults query={query} />
        ) : (
          <SearchResultRows results={data} query={query} optionProps={() => ({ onClick: () => addRecentSearch(query) })} isPage />
        )}
      </div>
      {data !== undefined && <RecentList excluded={query} />}
    </>
  );
}
