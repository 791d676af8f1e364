/** Styles that affect line breaks in a field. */
const copied = [
  ...(['font', 'letterSpacing', 'wordSpacing', 'lineHeight', 'tabSize', 'direction', 'textAlign', 'boxSizing', 'width'] as const),
  ...(['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft', 'borderStyle', 'borderWidth'] as const),
] as const;

/**
 * Returns the vertical position of a text position in a field, from the field's top. Browsers do not
 * report it, so a hidden copy of the field is measured.
 */
export function caretPosition(field: HTMLTextAreaElement, position: number): { top: number; bottom: number } {
  const style = getComputedStyle(field);
  const copy = document.createElement('div');
  for (const name of copied) copy.style[name] = style[name];
  Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre-wrap', overflowWrap: 'break-word' });
  copy.textContent = field.value.slice(0, position);
  const caret = document.createElement('span');
  caret.textContent = '\u200b';
  copy.append(caret);
  document.body.append(copy);
  const top = caret.offsetTop - field.scrollTop;
  const height = caret.offsetHeight;
  copy.remove();
  return { top, bottom: top + height };
}
