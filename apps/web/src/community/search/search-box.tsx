import * as limits from '@mbari/contract/platform/limits';
import { clear, operators } from '@mbari/words/photo-search';
import * as words from '@mbari/words/search';
import { Search, X } from 'lucide-react';
import { IconButton } from '~/platform/ui/button.tsx';
import { SearchPanel } from './search-panel.tsx';
import { useSearchBox } from './use-search-box.ts';
import './header-search.css';

const listId = 'search-options';
const helpId = 'search-help';

interface SearchBoxProps {
  /** Element that gets the focus back when Escape closes the list. */
  previousFocus: Element | null;
}

/** Search field with its result panel. Takes the focus on mount. */
export function SearchBox({ previousFocus }: SearchBoxProps) {
  const { box, field, panel, ...state } = useSearchBox(previousFocus);
  const { text, isOpen, active } = state;
  return (
    <search ref={box} className="header-search" data-open={isOpen || undefined} onBlur={state.onBlur}>
      <form className="header-search-box" onSubmit={state.onSubmit}>
        <Search size={20} strokeWidth={1.6} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label={words.search}
          aria-keyshortcuts="/"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-describedby={helpId}
          aria-activedescendant={isOpen ? active : undefined}
          placeholder={words.placeholder}
          value={text}
          maxLength={limits.search}
          enterKeyHint="search"
          autoComplete="off"
          dir="auto"
          onChange={(event) => state.type(event.target.value)}
          onFocus={state.onFocus}
          onClick={state.open}
          onKeyDown={state.onKeyDown}
        />
        {text !== '' && (
          <IconButton label={clear} onClick={state.clear}>
            <X size={18} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        )}
        <kbd aria-hidden="true">/</kbd>
      </form>
      <div ref={panel}>
        <p id={helpId} hidden>
          {operators}
        </p>
        {isOpen && <SearchPanel listId={listId} text={text} active={active} onClose={state.close} onPickRecent={state.type} />}
      </div>
    </search>
  );
}
