import { useNavigate } from '@tanstack/react-router';
import { type FocusEvent, type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isImeKey, useKeys } from '~/platform/lib/keyboard.ts';
import { addRecentSearch } from './recent-searches.ts';
import { normalizeQuery } from './use-search-input.ts';

export function useSearchBox(previousFocus: Element | null) {
  const panel = useRef<HTMLDivElement>(null);
  const options = useOptions(panel);
  const { box, field, ...focus } = useFieldFocus(previousFocus);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(true);

  const close = () => {
    setOpen(false);
    options.leave();
  };
  const open = () => setOpen(true);
  const onType = (input: string) => {
    setText(input);
    options.leave();
    setOpen(true);
    field.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const option = options.find();
    if (option instanceof HTMLElement) return option.click();
    const query = normalizeQuery(text);
    if (query === '') return undefined;
    close();
    addRecentSearch(query);
    return void navigate({ to: '/search', search: { q: query } });
  };
  const removeRecent = () => options.find()?.parentElement?.querySelector<HTMLElement>('[data-forget]')?.click();
  const keys: Record<string, () => void> = {
    ArrowDown: () => (isOpen ? options.step(1) : open()),
    ArrowUp: () => (isOpen ? options.step(-1) : open()),
    Escape: () => {
      close();
      focus.restoreFocus();
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const isRecent = options.active !== undefined && text === '';
    const action = event.key === 'Delete' && isRecent ? removeRecent : keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    focus.setLastFocus(relatedTarget);
    open();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null || !focus.isInside(relatedTarget)) close();
  };
  const { active } = options;
  return {
    box,
    field,
    panel,
    text,
    isOpen,
    active,
    open,
    close,
    type: onType,
    clear: () => onType(''),
    onSubmit,
    onKeyDown,
    onFocus,
    onBlur,
  };
}

function useOptions(panel: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState<string>();
  const listOptions = () => [...(panel.current?.querySelectorAll('[role=option]') ?? [])];
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  // Pressing the list must not move the focus from the field.
  useEffect(() => {
    const controller = new AbortController();
    panel.current?.addEventListener('mousedown', (event) => event.preventDefault(), controller);
    return () => controller.abort();
  }, [panel]);
  return {
    active,
    leave: () => setActive(undefined),
    /** Moves to the next or previous option. The field is between the last and the first option. */
    step: (offset: 1 | -1) => {
      const ids = [undefined, ...listOptions().map(({ id }) => id)];
      setActive(ids[(ids.indexOf(active) + offset + ids.length) % ids.length]);
    },
    find: () => listOptions().find(({ id }) => id === active),
  };
}

/** Focuses the field on mount and when `/` is pressed. `restoreFocus` returns the focus to the element that had it before. */
function useFieldFocus(previousFocus: Element | null) {
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const lastFocus = useRef(previousFocus);
  const isInside = (element: Element): boolean => box.current?.contains(element) ?? false;
  useEffect(() => field.current?.focus(), []);
  useKeys({
    '/': () => {
      lastFocus.current = document.activeElement;
      field.current?.focus();
      field.current?.select();
    },
  });
  return {
    box,
    field,
    isInside,
    setLastFocus: (element: Element | null) => {
      // Skips the hidden field of `catchTyping`, which is removed when it loses the focus.
      if (element?.isConnected && !isInside(element)) lastFocus.current = element;
    },
    restoreFocus: () => {
      field.current?.blur();
      if (lastFocus.current instanceof HTMLElement) lastFocus.current.focus();
    },
  };
}
