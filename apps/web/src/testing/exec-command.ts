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
