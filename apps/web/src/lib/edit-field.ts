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
  if (!typed(text) && field.value.slice(from, to) !== text) {
    field.setRangeText(text, from, to, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  }
  const [start, end] = select ?? [from + text.length, from + text.length];
  field.setSelectionRange(start, end);
}

/** No other way of changing a text keeps undo. Where a browser has dropped it, the text changes all the same. */
const typed = (text: string): boolean => document.execCommand?.(text === '' ? 'delete' : 'insertText', false, text) ?? false;

/** A text with a change made. */
export const edited = (text: string, edit: TextEdit): string => text.slice(0, edit.from) + edit.text + text.slice(edit.to);
