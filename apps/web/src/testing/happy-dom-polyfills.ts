/**
 * Adds the dialog behaviour that happy-dom lacks: focus moves in and back, and Escape asks to close.
 * As in a browser, the focus returns only while the dialog is in the document.
 */
const openedFrom = new WeakMap<HTMLDialogElement, Element | null>();

HTMLDialogElement.prototype.showModal = function showModal(): void {
  openedFrom.set(this, document.activeElement);
  this.open = true;
  this.querySelector<HTMLElement>('button, input, select, textarea, a[href]')?.focus();
};

HTMLDialogElement.prototype.close = function close(): void {
  if (!this.open) return;
  this.open = false;
  const opener = openedFrom.get(this);
  if (this.isConnected && opener instanceof HTMLElement) opener.focus();
  this.dispatchEvent(new Event('close'));
};

addEventListener('keydown', ({ key, defaultPrevented }) => {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  if (key !== 'Escape' || defaultPrevented || dialog === undefined) return;
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
});

/* Polyfills `document.execCommand`, which happy-dom lacks, for the two commands of lib/edit-field.ts. */
function execCommand(command: string, _ui?: boolean, text = ''): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || !['insertText', 'delete'].includes(command)) return false;
  const { value, selectionStart: from, selectionEnd: to } = field;
  if (text === '' && from === to) return false;
  field.value = value.slice(0, from) + text + value.slice(to);
  field.setSelectionRange(from + text.length, from + text.length);
  // React ignores values set by scripts, unless its value tracker differs.
  (field as { _valueTracker?: { setValue: (value: string) => void } })._valueTracker?.setValue(value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  return true;
}

Object.assign(document, { execCommand });
