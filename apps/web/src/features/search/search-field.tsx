import * as limits from '@mbari/contract/limits';
import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '~/ui/button.tsx';
import './search.css';

interface SearchFieldProps {
  /** What is looked for now, as the address has it. */
  words: string;
  onSearch: (words: string) => void;
  label: string;
  placeholder: string;
  /** So long after the last letter it is looked for. */
  pause: number;
}

/** Looks while one types. What stands in it is the reader's own: only an address that changed by other means writes into it. */
export function SearchField({ words, onSearch, label, placeholder, pause }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef<string | null>(null);
  const [typed, setTyped] = useState(0);
  const search = () => {
    const wanted = tidy(input.current?.value ?? '');
    if (wanted === words) return;
    sent.current = wanted;
    onSearch(wanted);
  };
  const searchLater = useEffectEvent(search);
  useEffect(() => {
    if (typed === 0) return;
    const timer = setTimeout(searchLater, pause);
    return () => clearTimeout(timer);
  }, [typed, pause]);
  useEffect(() => {
    const own = words === sent.current;
    sent.current = null;
    if (!own && input.current !== null) input.current.value = words;
  }, [words]);
  useSlash(input);
  return (
    <search>
      <form
        className="seek"
        onSubmit={(event) => {
          event.preventDefault();
          search();
          // The keyboard of a phone makes way for what was found.
          if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
        }}
      >
        <Search className="seek-glass" size={28} strokeWidth={1.6} aria-hidden="true" />
        <input
          ref={input}
          type="search"
          className="seek-field"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={placeholder}
          defaultValue={words}
          maxLength={limits.search}
          enterKeyHint="search"
          autoComplete="off"
          dir="auto"
          onInput={() => setTyped(typed + 1)}
        />
        <IconButton
          label="Clear"
          className="seek-clear"
          onClick={() => {
            if (input.current === null) return;
            input.current.value = '';
            input.current.focus();
            search();
          }}
        >
          <X size={22} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
        <kbd className="seek-key" aria-hidden="true">
          /
        </kbd>
      </form>
    </search>
  );
}

/** One space between words, none around, and no more than can be looked for. */
export const tidy = (text: string): string => text.slice(0, limits.search).replaceAll(/\s+/g, ' ').trim();

/** A slash brings one here from anywhere on the page, unless one is writing or a dialog is open. */
function useSlash(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const isWriting = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null;
      if (isWriting || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
