import * as limits from '@mbari/contract/platform/limits';
import * as forum from '@mbari/words/forum-search';
import { operators } from '@mbari/words/photo-search';
import * as words from '@mbari/words/search';
import { tryAgain } from '@mbari/words/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock, CornerDownLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { addRecentSearch, clearRecentSearches, removeRecentSearch, useRecentSearches } from './recent-searches.ts';
import { describeCounts, hasNoResults, isLongEnough, searchAnswer } from './search-query.ts';
import { type OptionProps, SearchResultRows } from './search-result-rows.tsx';
import { normalizeQuery } from './use-search-input.ts';
import './search-panel.css';

interface SearchPanelProps {
  listId: string;
  text: string;
  active: string | undefined;
  onClose: () => void;
  onPickRecent: (query: string) => void;
}

/** Results or recent searches below the field, which keeps the focus. */
export function SearchPanel({ listId, text, active, onClose, onPickRecent }: SearchPanelProps) {
  const typedQuery = normalizeQuery(text);
  const query = useDebounced(typedQuery, limits.searchDebounce);
  const optionProps: OptionProps = (name) => ({
    id: `${listId}-${name}`,
    role: 'option',
    'aria-selected': active === `${listId}-${name}`,
    tabIndex: -1,
  });
  const onPick = () => {
    addRecentSearch(typedQuery);
    onClose();
  };
  return (
    <div className="search-panel">
      {isLongEnough(typedQuery) ? (
        <ResultList
          optionProps={(name) => ({ ...optionProps(name), onClick: onPick })}
          {...{ listId, onPick }}
          query={isLongEnough(query) ? query : typedQuery}
          isTyping={query !== typedQuery}
        />
      ) : (
        <>
          <p className="search-panel-note">{operators}</p>
          <Recent {...{ listId, optionProps, onPickRecent }} />
        </>
      )}
    </div>
  );
}

interface ListProps {
  listId: string;
  optionProps: OptionProps;
}

function ResultList({
  listId,
  optionProps,
  onPick,
  query,
  isTyping,
}: ListProps & { onPick: () => void; query: string; isTyping: boolean }) {
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    ...searchAnswer(query),
    placeholderData: keepPreviousData,
    enabled: !isTyping,
  });
  const isStale = isTyping || isPlaceholderData;
  if (data === undefined)
    return isError ? (
      <div id={listId} className="search-panel-failed" role="alert">
        {forum.searchFailed}
        <Button kind="quiet" busy={isFetching && tryAgain} onClick={() => void refetch()}>
          {tryAgain}
        </Button>
      </div>
    ) : (
      <div id={listId}>
        <Status message={<span className="search-panel-note">{words.searching}</span>} />
      </div>
    );
  return (
    <>
      <div id={listId} role="listbox" aria-label={words.results} aria-busy={isStale} className="search-panel-list">
        {hasNoResults(data) ? null : <SearchResultRows results={data} query={query} optionProps={optionProps} />}
      </div>
      {hasNoResults(data) && !isStale && (
        <p className="search-panel-note">
          <Phrase parts={words.nothing({ sought: query, quote: (text) => <q dir="auto">{text}</q> })} />
        </p>
      )}
      <Status message={<span className="sr-only">{!isStale && describeCounts(data)}</span>} />
      <div className="search-panel-footer">
        <KeyHints />
        {!hasNoResults(data) && (
          <Link to="/search" search={{ q: query }} onClick={onPick}>
            {words.seeAll}
          </Link>
        )}
      </div>
    </>
  );
}

const Status = ({ message }: { message: ReactNode }) => <div role="status">{message}</div>;

function Recent({ listId, optionProps, onPickRecent }: ListProps & Pick<SearchPanelProps, 'onPickRecent'>) {
  const recent = useRecentSearches();
  if (recent.length === 0)
    return (
      <p id={listId} className="search-panel-note">
        {words.begin}
      </p>
    );
  return (
    <>
      <div className="search-panel-head" aria-hidden="true">
        {words.recent}
      </div>
      <div id={listId} role="listbox" aria-label={words.recent} className="search-panel-list">
        <RecentOptions recent={recent} optionProps={optionProps} onPickRecent={onPickRecent} />
      </div>
      <div className="search-panel-footer">
        <KeyHints canForget />
        <button type="button" onClick={clearRecentSearches}>
          {words.forgetAll}
        </button>
      </div>
    </>
  );
}

function KeyHints({ canForget = false }: { canForget?: boolean }) {
  return (
    <p className="search-panel-keys" aria-hidden="true">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {words.move}
      </span>
      <span>
        <kbd>
          <CornerDownLeft size={14} strokeWidth={1.8} />
        </kbd>{' '}
        {words.open}
      </span>
      {canForget && (
        <span>
          <kbd>{words.deleteKey}</kbd> {words.remove}
        </span>
      )}
      <span>
        <kbd>{words.escapeKey}</kbd> {words.close}
      </span>
    </p>
  );
}

interface RecentOptionsProps {
  recent: readonly string[];
  optionProps: OptionProps;
  onPickRecent: (query: string) => void;
}

/** Recent searches as options. The Delete key removes the active option; the remove buttons are for pointers only. */
const RecentOptions = ({ recent, optionProps, onPickRecent }: RecentOptionsProps) =>
  recent.map((query, index) => (
    <div key={query} role="presentation" className="recent-option">
      {/* The search field handles the list's keys. */}
      <div
        role="option"
        tabIndex={-1}
        aria-selected={optionProps(`recent-${index}`)['aria-selected'] ?? false}
        id={optionProps(`recent-${index}`).id}
        data-recent
        className="found-row"
        onClick={() => onPickRecent(query)}
        onKeyDown={(event) => event.key === 'Enter' && !isImeKey(event) && onPickRecent(query)}
      >
        <Clock size={20} strokeWidth={1.6} aria-hidden="true" />
        <span className="truncate" dir="auto">
          {query}
        </span>
      </div>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        data-forget
        className="icon-button"
        title={words.forget({ sought: query })}
        onClick={() => removeRecentSearch(query)}
      >
        <X size={16} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </div>
  ));
