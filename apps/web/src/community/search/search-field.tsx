import * as limits from '@mbari/contract/platform/limits';
import { clear as clearWord, operators } from '@mbari/words/photo-search';
import { Search, X } from 'lucide-react';
import { type RefObject, useId, useLayoutEffect } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { normalizeQuery, useSearchInput } from './use-search-input.ts';
import './search-field.css';

interface SearchFieldProps {
  words: string;
  onSearch: (words: string) => void;
  label: string;
  placeholder: string;
  onEnter?: (words: string) => void;
  showsHelp?: boolean;
  /** Debounce in milliseconds. */
  debounce: number;
}

export function SearchField({ words, onSearch, onEnter, label, placeholder, showsHelp = true, debounce }: SearchFieldProps) {
  const helpId = useId();
  const { input, search, clear, onInput } = useSearchInput({ words, onSearch, debounce });
  useSlashShortcut(input);
  return (
    <search>
      <form
        className="search-field"
        onSubmit={(event) => {
          event.preventDefault();
          search();
          onEnter?.(normalizeQuery(input.current?.value ?? ''));
          // Hides a phone's keyboard, which would cover the results.
          if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
        }}
      >
        <Search className="search-field-glass" size={28} strokeWidth={1.6} aria-hidden="true" />
        <input
          ref={input}
          type="search"
          className="search-field-input"
          aria-label={label}
          aria-describedby={showsHelp ? helpId : undefined}
          aria-keyshortcuts="/"
          placeholder={placeholder}
          defaultValue={words}
          maxLength={limits.search}
          enterKeyHint="search"
          autoComplete="off"
          dir="auto"
          onInput={onInput}
        />
        <IconButton label={clearWord} className="search-field-clear" onClick={clear}>
          <X size={22} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
        <kbd className="search-field-key" aria-hidden="true">
          /
        </kbd>
      </form>
      {showsHelp && (
        <p id={helpId} className="search-field-help">
          {operators}
        </p>
      )}
    </search>
  );
}

/** A slash focuses the field, unless the user types elsewhere or a dialog is open. */
function useSlashShortcut(input: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isImeKey(event)) return;
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null;
      if (isTyping || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
