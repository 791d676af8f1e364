/*
 * happy-dom has no `document.execCommand`. This one knows the two commands of lib/edit-field.ts, and types into the field that has the
 * focus as a browser does.
 */
function execCommand(command: string, _ui?: boolean, text = ''): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || !['insertText', 'delete'].includes(command)) return false;
  const { value, selectionStart: from, selectionEnd: to } = field;
  if (text === '' && from === to) return false;
  field.value = value.slice(0, from) + text + value.slice(to);
  field.setSelectionRange(from + text.length, from + text.length);
  // React takes what a script sets for its own doing, and keeps quiet about it.
  (field as { _valueTracker?: { setValue: (value: string) => void } })._valueTracker?.setValue(value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  return true;
}

Object.assign(document, { execCommand });
