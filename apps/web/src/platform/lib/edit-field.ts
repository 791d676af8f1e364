/** A change of what is written in a field: the text between two positions is replaced. */
export interface TextEdit {
  from: number;
  to: number;
  text: string;
  /** What is selected afterwards; left out: the caret stands behind the new text. */
  select?: readonly [from: number, to: number];
}

/** Changes a text field as if somebody had typed it, so that the browser's undo takes it back, and React hears of it. */
export function editField(field: HTMLTextAreaElement, { from, to, text, select }: TextEdit): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(from, to);
  if (!type(field, text) && field.value.slice(from, to) !== text) {
    field.setRangeText(text, from, to, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  }
  const [start, end] = select ?? [from + text.length, from + text.length];
  field.setSelectionRange(start, end);
}

/** No other way of changing a text keeps undo. False where the field is hidden, or the browser knows the command no longer. */
const type = (field: HTMLTextAreaElement, text: string): boolean =>
  document.activeElement === field && (document.execCommand?.(text === '' ? 'delete' : 'insertText', false, text) ?? false);

/** A text with a change made. */
export const edited = (text: string, edit: TextEdit): string => text.slice(0, edit.from) + edit.text + text.slice(edit.to);
