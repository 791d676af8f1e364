const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML and XML, in elements and quoted attributes. Removes characters that XML cannot represent. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** Returns one line of at most `maxLength` graphemes. */
export function toOneLine(text: string, maxLength = 200): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= maxLength) return line;
  const characters = Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line), ({ segment }) => segment);
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}
