const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML and XML alike show it, between tags or inside a quoted attribute, without the characters that XML has no way to say. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replaceAll(/[&<>"']/g, (mark) => marks[mark]!);

/** One line of at most so many characters as people count them: no accent or emoji is cut in two. */
export function oneLine(text: string, atMost = 200): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= atMost) return line;
  const characters = Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line), ({ segment }) => segment);
  return characters.length <= atMost
    ? line
    : `${characters
        .slice(0, atMost - 1)
        .join('')
        .trimEnd()}…`;
}
