'use no memo';

import { useEffectEvent, useLayoutEffect } from 'react';
import { isImeKey } from './is-ime-key.ts';

/**
 * Keyboard shortcuts of a page, without Ctrl, Alt or ⌘. Disabled while the user types, or a dialog or menu is
 * open. Uses a layout effect, because a later effect could miss a key pressed right after the render.
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | false | undefined>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isImeKey(event)) return;
    const action = Object.hasOwn(keys, event.key) && keys[event.key];
    if (!action || isElsewhere(event.target)) return;
    event.preventDefault();
    action();
  });
  useLayoutEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

const ownKeys = 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=menu], [role=tablist], [role=listbox]';

const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(ownKeys) !== null) || document.querySelector('dialog[open]') !== null;
