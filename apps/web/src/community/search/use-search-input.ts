import * as limits from '@mbari/contract/platform/limits';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface SearchInput {
  words: string;
  onSearch: (words: string) => void;
  debounce: number;
}

/** Debounced search input. A URL change replaces its text, unless this search caused the change. */
export function useSearchInput({ words, onSearch, debounce }: SearchInput) {
  const input = useRef<HTMLInputElement>(null);
  const lastSearch = useRef<string | null>(null);
  const [inputCount, setInputCount] = useState(0);
  const search = () => {
    const query = normalizeQuery(input.current?.value ?? '');
    if (query === words) return;
    lastSearch.current = query;
    onSearch(query);
  };
  const debouncedSearch = useEffectEvent(search);
  useEffect(() => {
    if (inputCount === 0) return;
    const timer = setTimeout(debouncedSearch, debounce);
    return () => clearTimeout(timer);
  }, [inputCount, debounce]);
  useEffect(() => {
    const isOwnChange = words === lastSearch.current;
    lastSearch.current = null;
    if (!isOwnChange && input.current !== null) input.current.value = words;
  }, [words]);
  const clear = () => {
    if (input.current === null) return;
    input.current.value = '';
    input.current.focus();
    search();
  };
  return { input, search, clear, onInput: () => setInputCount(inputCount + 1) };
}

/** Trims, collapses spaces and cuts to the maximum length. */
export const normalizeQuery = (text: string): string => text.slice(0, limits.search).replaceAll(/\s+/g, ' ').trim();
