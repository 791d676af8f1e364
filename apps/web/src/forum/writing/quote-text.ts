import type { ForumPost } from '@mbari/contract/shapes/forum-posts';

/** Words of a post, or all of it. */
export interface Quoted {
  post: Pick<ForumPost, 'id' | 'body'>;
  selected: string | undefined;
}

export const quoteOf = ({ post, selected }: Quoted): string => (selected === undefined ? quoteBody(post) : quoteText(post.id, selected));

/** A whole post is quoted as it was written, without what it quotes itself. */
function quoteBody({ id, body }: Quoted['post']): string {
  const own = body.split('\n').filter((line) => !line.startsWith('>'));
  return `> [!quote ${id}]\n${own.join('\n').trim().replaceAll(/^/gm, '> ')}\n\n`;
}

/** What would be read as Markdown in words that are quoted as they were read. */
const marks = /[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const atLineStart = /^(\s*)(?:([#>+-])|(\d{1,9})([.)]))(?=\s|$)/;

const escapeLine = (line: string): string =>
  line
    .replaceAll(marks, '\\$&')
    .replace(atLineStart, (_, space: string, mark?: string, number?: string, sign?: string) =>
      mark === undefined ? `${space}${number}\\${sign}` : `${space}\\${mark}`,
    );

/** Words of a post as a quote that leads to it, and an empty line to go on in. */
export function quoteText(postId: string, words: string): string {
  const lines = words
    .replaceAll('\r', '')
    .trim()
    .split('\n')
    .map((line) => `> ${escapeLine(line.trim())}`.trimEnd());
  return [`> [!quote ${postId}]`, ...lines.filter((line, index) => line !== '>' || lines[index - 1] !== '>'), '', ''].join('\n');
}

/** A quote stands in lines of its own: with what is needed before it, at a position of the text. */
export function quoteAt(text: string, position: number, quote: string): string {
  const before = text.slice(0, position);
  if (before.trim() === '' || before.endsWith('\n\n')) return quote;
  return before.endsWith('\n') ? `\n${quote}` : `\n\n${quote}`;
}
