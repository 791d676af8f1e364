import { useNavigate } from '@tanstack/react-router';
import { type FocusEvent, type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isImeKey } from '~/platform/lib/is-ime-key.ts';
import { useKeys } from '~/platform/lib/use-keys.ts';
import { rememberSearch } from './recent-searches.ts';
import { tidy } from './use-search-input.ts';

export function useSearchBox(focusedBefore: Element | null) {
  const panel = useRef<HTMLDivElement>(null);
  const options = useOptions(panel);
  const { box, field, ...focus } = useFieldFocus(focusedBefore);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(true);

  const close = () => {
    setOpen(false);
    options.leave();
  };
  const open = () => setOpen(true);
  const type = (typed: string) => {
    setText(typed);
    options.leave();
    setOpen(true);
    field.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const option = options.find();
    if (option instanceof HTMLElement) return option.click();
    const sought = tidy(text);
    if (sought === '') return undefined;
    close();
    rememberSearch(sought);
    return void navigate({ to: '/search', search: { q: sought } });
  };
  const forget = () => options.find()?.parentElement?.querySelector<HTMLElement>('[data-forget]')?.click();
  const keys: Record<string, () => void> = {
    ArrowDown: () => (isOpen ? options.step(1) : open()),
    ArrowUp: () => (isOpen ? options.step(-1) : open()),
    Escape: () => {
      close();
      focus.giveBack();
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const isRecent = options.active !== undefined && text === '';
    const act = event.key === 'Delete' && isRecent ? forget : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    focus.cameFrom(relatedTarget);
    open();
  };
  /** Closes the list when the focus leaves. */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null || !focus.isInside(relatedTarget)) close();
  };
  const { active } = options;
  return { box, field, panel, text, isOpen, active, open, close, type, clear: () => type(''), onSubmit, onKeyDown, onFocus, onBlur };
}

function useOptions(panel: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState<string>();
  const all = () => [...(panel.current?.querySelectorAll('[role=option]') ?? [])];
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  // Pressing the list must not move the focus from the field.
  useEffect(() => {
    const listening = new AbortController();
    panel.current?.addEventListener('mousedown', (event) => event.preventDefault(), listening);
    return () => listening.abort();
  }, [panel]);
  return {
    active,
    leave: () => setActive(undefined),
    /** Moves by one option; the field itself comes between the last and the first. */
    step: (by: 1 | -1) => {
      const ids = [undefined, ...all().map(({ id }) => id)];
      setActive(ids[(ids.indexOf(active) + by + ids.length) % ids.length]);
    },
    find: () => all().find(({ id }) => id === active),
  };
}

/** Focuses the field on mount and by slash, and restores the focus later. */
function useFieldFocus(focusedBefore: Element | null) {
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const before = useRef(focusedBefore);
  const isInside = (element: Element): boolean => box.current?.contains(element) ?? false;
  useEffect(() => field.current?.focus(), []);
  useKeys({
    '/': () => {
      before.current = document.activeElement;
      field.current?.focus();
      field.current?.select();
    },
  });
  return {
    box,
    field,
    isInside,
    cameFrom: (element: Element | null) => {
      // The placeholder that caught the first letters is unmounted by now.
      if (element?.isConnected && !isInside(element)) before.current = element;
    },
    giveBack: () => {
      field.current?.blur();
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
