import type { TextEdit } from '~/platform/lib/edit-field.ts';

export interface Selected {
  text: string;
  from: number;
  to: number;
}

export type Format = 'bold' | 'italic' | 'heading' | 'quote' | 'list' | 'numbered' | 'code' | 'link';

/** Applies a format, or removes it if the selection has it. */
export function formatText(selected: Selected, format: Format): TextEdit {
  if (format === 'bold') return wrap(selected, '**');
  if (format === 'italic') return wrap(selected, '_');
  if (format === 'code') return asCode(selected);
  if (format === 'link') return asLink(selected);
  return prefixLines(selected, prefixes[format]);
}

/** Markdown ignores marks next to spaces, so spaces stay outside. */
function wrap({ text, from, to }: Selected, mark: string): TextEdit {
  const words = text.slice(from, to);
  const start = from + (words.length - words.trimStart().length);
  const end = Math.max(start, to - (words.length - words.trimEnd().length));
  const inner = text.slice(start, end);
  const size = mark.length;
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark && start >= size)
    return { from: start - size, to: end + size, text: inner, select: [start - size, end - size] };
  if (inner.length > 2 * size && inner.startsWith(mark) && inner.endsWith(mark))
    return { from: start, to: end, text: inner.slice(size, -size), select: [start, end - 2 * size] };
  return { from: start, to: end, text: mark + inner + mark, select: [start + size, end + size] };
}

/** Wraps several lines in a fence longer than any in the code. */
function asCode(selected: Selected): TextEdit {
  const { text, from, to } = selected;
  const code = text.slice(from, to);
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  if (!code.includes('\n')) {
    if (longest === 0 || /^`[^`]*`$/.test(code)) return wrap(selected, '`');
    const fence = '`'.repeat(longest + 1);
    return { from, to, text: `${fence} ${code} ${fence}`, select: [from + fence.length + 1, to + fence.length + 1] };
  }
  const fence = '`'.repeat(Math.max(3, longest + 1));
  const before = from === 0 || text[from - 1] === '\n' ? '' : '\n';
  const after = to === text.length || text[to] === '\n' ? '' : '\n';
  const start = from + before.length + fence.length + 1;
  return { from, to, text: `${before}${fence}\n${code}\n${fence}${after}`, select: [start, start + code.length] };
}

const address = /^(?:https?:\/\/|mailto:)\S+$/i;

export const isAddress = (text: string): boolean => address.test(text);

/** Quote marks and list marker at the start of a line. */
const beginning = /^((?:[ \t]*>)*[ \t]*)(?:([-*+])([ \t]+)|(\d{1,9})([.)])([ \t]+))?/;

/** Handles Enter in a list or quote. Returns null for the browser's default. */
export function continueList({ text, from, to }: Selected): TextEdit | null {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  if (isInFence(text.slice(0, lineStart))) return null;
  const before = text.slice(lineStart, from);
  const [whole, quote = '', bullet, afterBullet = '', number, sign = '', afterNumber = ''] = beginning.exec(before) ?? [''];
  const isItem = bullet !== undefined || number !== undefined;
  if (!isItem && !quote.includes('>')) return null;
  const lineEnd = text.indexOf('\n', from);
  const rest = text.slice(lineStart + whole.length, lineEnd === -1 ? text.length : lineEnd);
  if (rest.trim() === '') return { from: lineStart, to: Math.max(to, lineStart + whole.length), text: isItem ? quote.trimStart() : '' };
  const mark = bullet === undefined ? (number === undefined ? '' : `${Number(number) + 1}${sign}${afterNumber}`) : bullet + afterBullet;
  const spaced = isItem || /\s$/.test(quote) ? quote : `${quote} `;
  return { from, to, text: `\n${spaced}${mark}` };
}

const unwritten = 'https://';

/** Makes a link and selects the part still to be typed. */
function asLink({ text, from, to }: Selected): TextEdit {
  const words = text.slice(from, to);
  if (isAddress(words)) return { from, to, text: `[](${words})`, select: [from + 1, from + 1] };
  const start = from + words.length + 3;
  return { from, to, text: `[${words}](${unwritten})`, select: words === '' ? [from + 1, from + 1] : [start, start + unwritten.length] };
}

interface Prefix {
  at: (index: number) => string;
  present: RegExp;
}

const prefixes: Record<'heading' | 'quote' | 'list' | 'numbered', Prefix> = {
  heading: { at: () => '## ', present: /^#{1,6} / },
  quote: { at: () => '> ', present: /^> ?/ },
  list: { at: () => '- ', present: /^[-*+] / },
  numbered: { at: (index) => `${index + 1}. `, present: /^\d{1,9}[.)] / },
};
/** Mutually exclusive prefixes. */
const exchanged = [prefixes.list, prefixes.numbered];

/** Adds the prefix to the lines, or removes it if all have it. */
function prefixLines({ text, from, to }: Selected, prefix: Prefix): TextEdit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next === -1 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const filled = lines.length === 1 ? lines : lines.filter((line) => line.trim() !== '');
  const takesAway = filled.every((line) => prefix.present.test(line));
  let index = 0;
  const changed = lines.map((line) => {
    if (lines.length > 1 && line.trim() === '' && prefix !== prefixes.quote) return line;
    if (takesAway) return line.replace(prefix.present, '');
    const otherPrefix = exchanged.includes(prefix) ? exchanged.find(({ present }) => present.test(line)) : undefined;
    return prefix.at(index++) + (otherPrefix ? line.replace(otherPrefix.present, '') : line);
  });
  const result = changed.join('\n');
  const caret = from === to ? Math.max(start, from + result.length - (end - start)) : undefined;
  return { from: start, to: end, text: result, select: caret === undefined ? [start, start + result.length] : [caret, caret] };
}

const isInFence = (before: string): boolean => [...before.matchAll(/^ {0,3}(?:```|~~~)/gm)].length % 2 === 1;
