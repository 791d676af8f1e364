import { expect, test } from 'vitest';
import { edited } from '~/platform/lib/edit-field.ts';
import { continueList } from './continue-list.ts';

/** `|` marks the caret. */
function enter(marked: string): string | null {
  const from = marked.indexOf('|');
  const text = marked.replace('|', '');
  const edit = continueList({ text, from, to: from });
  if (edit === null) return null;
  const index = edit.from + edit.text.length;
  const after = edited(text, edit);
  return `${after.slice(0, index)}|${after.slice(index)}`;
}

test.each([
  ['- one|', '- one\n- |'],
  ['  * one|', '  * one\n  * |'],
  ['9. nine|', '9. nine\n10. |'],
  ['3) three|', '3) three\n4) |'],
  ['> said|', '> said\n> |'],
  ['>said|', '>said\n> |'],
  ['> - one|', '> - one\n> - |'],
  ['> [!quote 0192]|', '> [!quote 0192]\n> |'],
  ['- one| and two', '- one\n- | and two'],
])('Enter continues the list: %j', (before, after) => expect(enter(before)).toBe(after));

test.each([
  ['- one\n- |', '- one\n|'],
  ['1. one\n2. |\nafter', '1. one\n|\nafter'],
  ['> said\n> |', '> said\n|'],
  ['> - one\n> - |', '> - one\n> |'],
])('Enter ends the list at an empty item: %j', (before, after) => expect(enter(before)).toBe(after));

test.each(['words|', '  indented|', '-not a list|', '1.5 metres|', '---|', '|- one', '```\n- code|', ''])(
  'Enter keeps the browser’s default: %j',
  (text) => expect(enter(text.includes('|') ? text : `${text}|`)).toBeNull(),
);

test('lists continue after a closed code block', () => expect(enter('```\ncode\n```\n- one|')).toBe('```\ncode\n```\n- one\n- |'));
