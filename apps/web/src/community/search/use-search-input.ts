import * as limits from '@mbari/contract/platform/limits';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface SearchInput {
  words: string;
  onSearch: (words: string) => void;
  pause: number;
}

/** Debounced search input. Its text is replaced only when the URL changes by other means. */
export function useSearchInput({ words, onSearch, pause }: SearchInput) {
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
    const isOwn = words === sent.current;
    sent.current = null;
    if (!isOwn && input.current !== null) input.current.value = words;
  }, [words]);
  const clear = () => {
    if (input.current === null) return;
    input.current.value = '';
    input.current.focus();
    search();
  };
  return { input, search, clear, onInput: () => setTyped(typed + 1) };
}

/** Trims, collapses spaces and cuts to the maximum length. */
export const tidy = (text: string): string => text.slice(0, limits.search).replaceAll(/\s+/g, ' ').trim();
