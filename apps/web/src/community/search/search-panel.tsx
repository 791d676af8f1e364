import * as limits from '@mbari/contract/platform/limits';
import * as forum from '@mbari/words/forum-search';
import { operators } from '@mbari/words/photo-search';
import * as words from '@mbari/words/search';
import { tryAgain } from '@mbari/words/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CornerDownLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { type AsOption, FoundRows } from './found-rows.tsx';
import { RecentOptions } from './recent-options.tsx';
import { forgetSearches, rememberSearch, useRecentSearches } from './recent-searches.ts';
import { everythingFound, foundWords, isLongEnough, isNothing } from './search-query.ts';
import { tidy } from './use-search-input.ts';
import './search-panel.css';

interface SearchPanelProps {
  listId: string;
  text: string;
  active: string | undefined;
  onChoose: () => void;
  onTake: (sought: string) => void;
}

/** Results or recent searches below the field, which keeps the focus. */
export function SearchPanel({ listId, text, active, onChoose, onTake }: SearchPanelProps) {
  const typed = tidy(text);
  const sought = useDebounced(typed, limits.searchDebounce);
  const asOption: AsOption = (name) => ({
    id: `${listId}-${name}`,
    role: 'option',
    'aria-selected': active === `${listId}-${name}`,
    tabIndex: -1,
  });
  const choose = () => {
    rememberSearch(typed);
    onChoose();
  };
  return (
    <div className="search-panel">
      {isLongEnough(typed) ? (
        <FoundList
          asOption={(name) => ({ ...asOption(name), onClick: choose })}
          {...{ listId, choose }}
          sought={isLongEnough(sought) ? sought : typed}
          isTyping={sought !== typed}
        />
      ) : (
        <>
          <p className="search-panel-note">{operators}</p>
          <Recent {...{ listId, asOption, onTake }} />
        </>
      )}
    </div>
  );
}

interface ListProps {
  listId: string;
  asOption: AsOption;
}

function FoundList({ listId, asOption, choose, sought, isTyping }: ListProps & { choose: () => void; sought: string; isTyping: boolean }) {
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    ...everythingFound(sought),
    placeholderData: keepPreviousData,
    enabled: !isTyping,
  });
  const isOld = isTyping || isPlaceholderData;
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
        <Status sign={<span className="search-panel-note">{words.searching}</span>} />
      </div>
    );
  return (
    <>
      <div id={listId} role="listbox" aria-label={words.results} aria-busy={isOld} className="search-panel-list">
        {isNothing(data) ? null : <FoundRows found={data} sought={sought} asOption={asOption} />}
      </div>
      {isNothing(data) && !isOld && (
        <p className="search-panel-note">
          <Phrase parts={words.nothing({ sought, quote: (text) => <q dir="auto">{text}</q> })} />
        </p>
      )}
      <Status sign={<span className="sr-only">{!isOld && foundWords(data)}</span>} />
      <div className="search-panel-footer">
        <Keys />
        {!isNothing(data) && (
          <Link to="/search" search={{ q: sought }} onClick={choose}>
            {words.seeAll}
          </Link>
        )}
      </div>
    </>
  );
}

const Status = ({ sign }: { sign: ReactNode }) => <div role="status">{sign}</div>;

function Recent({ listId, asOption, onTake }: ListProps & Pick<SearchPanelProps, 'onTake'>) {
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
        <RecentOptions recent={recent} asOption={asOption} onTake={onTake} />
      </div>
      <div className="search-panel-footer">
        <Keys forgets />
        <button type="button" onClick={forgetSearches}>
          {words.forgetAll}
        </button>
      </div>
    </>
  );
}

function Keys({ forgets = false }: { forgets?: boolean }) {
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
      {forgets && (
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
