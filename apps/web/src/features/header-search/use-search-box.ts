import { useNavigate } from '@tanstack/react-router';
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { rememberSearch } from '~/features/search/recent-searches.ts';
import { tidy } from '~/features/search/use-search-input.ts';
import { useKeys } from '~/lib/use-keys.ts';

/** The field in the header: what is typed, whether its list is open, and which of the list's options the arrow keys have come to. */
export function useSearchBox(focusedBefore: Element | null) {
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  /** Who had the focus before the field. */
  const before = useRef(focusedBefore);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(true);
  const [active, setActive] = useState<string>();

  const close = () => {
    setOpen(false);
    setActive(undefined);
  };
  const open = () => setOpen(true);
  const type = (typed: string) => {
    setText(typed);
    setActive(undefined);
    setOpen(true);
    field.current?.focus();
  };
  const giveFocusBack = () => {
    field.current?.blur();
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  const options = () => [...(panel.current?.querySelectorAll('[role=option]') ?? [])];
  /** One on, or one back: the field itself stands between the last and the first. */
  const step = (by: 1 | -1) => {
    const ids = [undefined, ...options().map(({ id }) => id)];
    setActive(ids[(ids.indexOf(active) + by + ids.length) % ids.length]);
  };
  const optionOf = (id: string | undefined) => options().find((option) => option.id === id);

  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  // A press on the list does not take the focus from the field.
  useEffect(() => {
    const listening = new AbortController();
    panel.current?.addEventListener('mousedown', (event) => event.preventDefault(), listening);
    return () => listening.abort();
  }, []);
  useEffect(() => field.current?.focus(), []);
  useKeys({
    '/': () => {
      before.current = document.activeElement;
      field.current?.focus();
      field.current?.select();
    },
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const option = optionOf(active);
    if (option instanceof HTMLElement) return option.click();
    const sought = tidy(text);
    if (sought === '') return undefined;
    close();
    rememberSearch(sought);
    return void navigate({ to: '/search', search: { q: sought } });
  };
  /** The search that the arrow keys have come to is forgotten. */
  const forget = () => optionOf(active)?.parentElement?.querySelector<HTMLElement>('[data-forget]')?.click();
  const keys: Record<string, () => void> = {
    ArrowDown: () => (isOpen ? step(1) : open()),
    ArrowUp: () => (isOpen ? step(-1) : open()),
    Escape: () => {
      close();
      giveFocusBack();
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const isRecent = active !== undefined && text === '';
    const act = event.key === 'Delete' && isRecent ? forget : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !(box.current?.contains(relatedTarget) ?? false)) before.current = relatedTarget;
    open();
  };
  /** The list closes once the focus is elsewhere. */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null || !(box.current?.contains(relatedTarget) ?? false)) close();
  };
  return { box, field, panel, text, isOpen, active, open, close, type, clear: () => type(''), onSubmit, onKeyDown, onFocus, onBlur };
}
