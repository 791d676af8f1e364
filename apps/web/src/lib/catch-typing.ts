import { isImeKey } from './is-ime-key.ts';

/**
 * Catches what is typed after a shortcut key while the code of the field it opens is still loading. A hidden field takes the focus at
 * once; the next text field that takes the focus gets the text. Escape, or any other focus, drops it.
 */
export function catchTyping(): void {
  const catcher = document.createElement('textarea');
  catcher.className = 'sr-only';
  catcher.autocapitalize = 'none';
  catcher.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !isImeKey(event)) catcher.remove();
  });
  catcher.addEventListener('blur', ({ relatedTarget }) => {
    const { value } = catcher;
    catcher.remove();
    if (value !== '' && isTextField(relatedTarget)) typeInto(relatedTarget, value);
  });
  document.body.append(catcher);
  catcher.focus({ preventScroll: true });
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
