import { isImeKey } from './is-ime-key.ts';

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
