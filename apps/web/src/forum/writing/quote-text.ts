import type { ForumPost } from '@mbari/contract/forum/posts';

export interface Quoted {
  post: Pick<ForumPost, 'id' | 'body'>;
  selected: string | undefined;
}

export const quoteOf = ({ post, selected }: Quoted): string => (selected === undefined ? quoteBody(post) : quoteText(post.id, selected));

/** Quotes the post without its own quotes. */
function quoteBody({ id, body }: Quoted['post']): string {
  const ownLines = body.split('\n').filter((line) => !line.startsWith('>'));
  return `> [!quote ${id}]\n${ownLines.join('\n').trim().replaceAll(/^/gm, '> ')}\n\n`;
}

/** Characters to escape in selected words. */
const marks = /[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const atLineStart = /^(\s*)(?:([#>+-])|(\d{1,9})([.)]))(?=\s|$)/;

const escapeLine = (line: string): string =>
  line
    .replaceAll(marks, '\\$&')
    .replace(atLineStart, (_, space: string, mark?: string, number?: string, sign?: string) =>
      mark === undefined ? `${space}${number}\\${sign}` : `${space}\\${mark}`,
    );

/** Returns the words as a quote linked to the post, followed by an empty line. */
export function quoteText(postId: string, words: string): string {
  const lines = words
    .replaceAll('\r', '')
    .trim()
    .split('\n')
    .map((line) => `> ${escapeLine(line.trim())}`.trimEnd());
  return [`> [!quote ${postId}]`, ...lines.filter((line, index) => line !== '>' || lines[index - 1] !== '>'), '', ''].join('\n');
}

export function quoteAt(text: string, position: number, quote: string): string {
  const before = text.slice(0, position);
  if (before.trim() === '' || before.endsWith('\n\n')) return quote;
  return before.endsWith('\n') ? `\n${quote}` : `\n\n${quote}`;
}
