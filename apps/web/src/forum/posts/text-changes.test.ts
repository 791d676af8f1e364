import { expect, test } from 'vitest';
import { changesBetween } from './text-changes.ts';

const marked = (earlier: string, later: string): string =>
  changesBetween(earlier, later)
    .map(({ text, kind }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('');

test.each([
  ['as it was', 'as it was', 'as it was'],
  ['It does with wax.', 'It does with clay.', 'It does with [-wax-][+clay+].'],
  ['One three', 'One two three', 'One [+two +]three'],
  ['One two three', 'One three', 'One [-two -]three'],
  ['Ẹ ṣé o', 'Ẹ kú o', 'Ẹ [-ṣé-][+kú+] o'],
  ['', 'New', '[+New+]'],
  ['Old', '', '[-Old-]'],
])('words change from “%s” to “%s”', (earlier, later, expected) => expect(marked(earlier, later)).toBe(expected));

test('the changes contain both texts completely, however different', () => {
  const text = (word: string) => Array.from({ length: 4_000 }, (_, index) => `${word}${index % 7}`).join(' ');
  for (const [earlier, later] of [
    [text('a'), text('b')],
    ['a b c d e', 'e d c b a'],
  ] as const) {
    const changes = changesBetween(earlier, later);
    const without = (gone: string) =>
      changes
        .filter(({ kind }) => kind !== gone)
        .map((change) => change.text)
        .join('');
    expect([without('added'), without('removed')]).toEqual([earlier, later]);
  }
});
