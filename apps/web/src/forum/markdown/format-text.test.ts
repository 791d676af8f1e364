import { expect, test } from 'vitest';
import { edited } from '~/platform/lib/edit-field.ts';
import { continueList, type Format, formatText } from './format-text.ts';

/** Parses a text whose selection is marked by these brackets. */
function selection(marked: string) {
  const from = marked.indexOf('⟦');
  const text = marked.replaceAll(/[⟦⟧]/g, '');
  return { text, from, to: marked.indexOf('⟧') - 1 };
}

function format(marked: string, name: Format): string {
  const selected = selection(marked);
  const edit = formatText(selected, name);
  const text = edited(selected.text, edit);
  const [from, to] = edit.select ?? [edit.from + edit.text.length, edit.from + edit.text.length];
  return `${text.slice(0, from)}⟦${text.slice(from, to)}⟧${text.slice(to)}`;
}

test.each<[Format, string, string]>([
  ['bold', 'a ⟦word⟧ here', 'a **⟦word⟧** here'],
  ['bold', 'a **⟦word⟧** here', 'a ⟦word⟧ here'],
  ['bold', 'a ⟦**word**⟧ here', 'a ⟦word⟧ here'],
  ['bold', 'a⟦ word ⟧here', 'a **⟦word⟧** here'],
  ['bold', 'here ⟦⟧', 'here **⟦⟧**'],
  ['italic', '⟦word⟧', '_⟦word⟧_'],
  ['code', '⟦x = 1⟧', '`⟦x = 1⟧`'],
  ['code', '⟦a `b` c⟧', '`` ⟦a `b` c⟧ ``'],
  ['code', 'See:⟦one\ntwo⟧', 'See:\n```\n⟦one\ntwo⟧\n```'],
  ['link', 'the ⟦Osun grove⟧', 'the [Osun grove](⟦https://⟧)'],
  ['link', '⟦https://example.org⟧', '[⟦⟧](https://example.org)'],
  ['link', '⟦⟧', '[⟦⟧](https://)'],
])('%s: %s becomes %s', (name, before, after) => expect(format(before, name)).toBe(after));

test.each<[Format, string, string]>([
  ['heading', 'A ⟦⟧title', '## A ⟦⟧title'],
  ['heading', '### A title⟦⟧', 'A title⟦⟧'],
  ['quote', 'o⟦ne\n\ntw⟧o', '⟦> one\n> \n> two⟧'],
  ['quote', '⟦> one\n> two⟧', '⟦one\ntwo⟧'],
  ['list', 'before\n⟦one\n\ntwo⟧', 'before\n⟦- one\n\n- two⟧'],
  ['list', '⟦⟧', '- ⟦⟧'],
  ['numbered', '⟦one\ntwo⟧', '⟦1. one\n2. two⟧'],
  ['numbered', '⟦- one\n- two⟧', '⟦1. one\n2. two⟧'],
  ['numbered', '⟦1. one\n2. two⟧', '⟦one\ntwo⟧'],
])('%s applies to whole lines: %j becomes %j', (name, before, after) => expect(format(before, name)).toBe(after));

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
