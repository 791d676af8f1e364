export interface TextEdit {
  from: number;
  to: number;
  text: string;
  /** Selection afterwards; by default the caret behind the new text. */
  select?: readonly [from: number, to: number];
}

/** Changes a text field as if the text were typed, so that undo works and React notices it. */
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

/** Types by `execCommand`, which alone keeps undo. Returns false if the field is hidden or the browser lacks the command. */
const type = (field: HTMLTextAreaElement, text: string): boolean =>
  document.activeElement === field && (document.execCommand?.(text === '' ? 'delete' : 'insertText', false, text) ?? false);

export const edited = (text: string, edit: TextEdit): string => text.slice(0, edit.from) + edit.text + text.slice(edit.to);
