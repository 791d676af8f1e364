'use no memo';

import { useEffectEvent, useLayoutEffect } from 'react';

type AnyKeyboardEvent = Pick<KeyboardEvent, 'isComposing' | 'keyCode'> | { nativeEvent: Pick<KeyboardEvent, 'isComposing' | 'keyCode'> };

const imeKeyCode = 229;

/**
 * Returns whether an input method (IME) uses the key, for example Enter to end a conversion. Key handlers must ignore such keys. In
 * Safari the composition ends before the keydown, so `isComposing` is false there and only the key code shows it.
 */
export function isImeKey(event: AnyKeyboardEvent): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === imeKeyCode;
}

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

let catcher: HTMLTextAreaElement | undefined;
let focusedBefore: Element | null = null;

/**
 * Catches text typed after a shortcut key while the code of the field to open still loads. A hidden field takes the
 * focus immediately, and the next focused text field gets the text. Escape, or any other focus, discards the text.
 */
export function catchTyping(label: string): void {
  const field = document.createElement('textarea');
  field.className = 'sr-only';
  field.ariaLabel = label;
  field.autocapitalize = 'none';
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !isImeKey(event)) dropTyping();
  });
  field.addEventListener('blur', ({ relatedTarget }) => {
    const { value } = field;
    field.remove();
    if (value !== '' && isTextField(relatedTarget)) typeInto(relatedTarget, value);
  });
  focusedBefore = document.activeElement;
  catcher = field;
  document.body.append(field);
  field.focus({ preventScroll: true });
}

export function dropTyping(): void {
  if (!catcher?.isConnected) return;
  catcher.value = '';
  catcher.blur();
  if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
}

const ownKeys = 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=menu], [role=tablist], [role=listbox]';

const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(ownKeys) !== null) || document.querySelector('dialog[open]') !== null;

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && ['search', 'text'].includes(target.type));

/** Inserts text after the browser has moved the focus, as if it were typed, so that React and undo notice it. */
function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  queueMicrotask(() => {
    if (document.activeElement === field && document.execCommand?.('insertText', false, text)) return;
    field.setRangeText(text, field.value.length, field.value.length, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  });
}
