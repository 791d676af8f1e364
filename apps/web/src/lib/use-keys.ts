import { useEffect, useEffectEvent } from 'react';

/** Keys of a page, each without Ctrl, Alt or ⌘. They rest while something is typed, or while a dialog or a menu is open. */
export function useKeys(keys: Readonly<Record<string, (() => void) | false | undefined>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const act = Object.hasOwn(keys, event.key) && keys[event.key];
    if (!act || isElsewhere(event.target)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

const ownKeys = 'input, textarea, select, [contenteditable], dialog, [role=menu], [role=tablist], [role=listbox]';

const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(ownKeys) !== null) || document.querySelector('dialog[open]') !== null;
