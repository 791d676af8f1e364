import { expect, test } from 'vitest';
import { quoteAt, quoteText } from './quote-text.ts';

const id = '01890000-0000-7000-8000-000000000001';

test('a quote links to its post, marks each line and ends with an empty line', () => {
  expect(quoteText(id, ' one\n\n\ntwo \n')).toBe(`> [!quote ${id}]\n> one\n>\n> two\n\n`);
});

test.each([
  ['2 * 3 * 4', '2 \\* 3 \\* 4'],
  ['snake_case stays, _this_ would not', 'snake_case stays, \\_this\\_ would not'],
  ['[a](b) <b> `c` \\', '\\[a\\](b) \\<b> \\`c\\` \\\\'],
  ['# no heading', '\\# no heading'],
  ['- no list', '\\- no list'],
  ['3. no list', '3\\. no list'],
  ['Ẹ ṣé, @ada!', 'Ẹ ṣé, @ada!'],
])('selected words are quoted literally: %s', (read, written) => {
  expect(quoteText(id, read)).toBe(`> [!quote ${id}]\n> ${written}\n\n`);
});

test('a quote starts on its own line', () => {
  expect(quoteAt('', 0, '> q')).toBe('> q');
  expect(quoteAt('Words', 5, '> q')).toBe('\n\n> q');
  expect(quoteAt('Words\n', 6, '> q')).toBe('\n> q');
  expect(quoteAt('Words\n\n', 7, '> q')).toBe('> q');
});
