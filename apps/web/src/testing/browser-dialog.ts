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
