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
