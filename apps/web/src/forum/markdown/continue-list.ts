import type { TextEdit } from '~/platform/lib/edit-field.ts';
import type { Selected } from './format-text.ts';

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

const isInFence = (before: string): boolean => [...before.matchAll(/^ {0,3}(?:```|~~~)/gm)].length % 2 === 1;
