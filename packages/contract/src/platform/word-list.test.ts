import { expect, test } from 'vitest';
import { keyOfEntry, wordListOf } from './word-list.ts';

const list = wordListOf(['casino', 'Free Money', 'ọjà', 'bad.example', 'bücher.example']);

test.each([
  ['Best CASINO in town', 'casino'],
  ['ｃａｓｉｎｏ', 'casino'],
  ['ca\u200bsi\u00adno', 'casino'],
  ['càsíno!', 'casino'],
  ['free,\n money', 'Free Money'],
  ['Oja', 'ọjà'],
  ['see bad.example', 'bad.example'],
  ['https://www.shop.BAD.example/now?x=1', 'bad.example'],
  ['me@bad.example.', 'bad.example'],
  ['bad。example', 'bad.example'],
  ['http://b%61d.example', 'bad.example'],
  ['http://xn--bcher-kva.example/', 'bücher.example'],
  ['BÜCHER.example', 'bücher.example'],
])('the word list matches the text “%s”', (text, entry) => expect(list.find(text)).toBe(entry));

test.each(['casinos', 'occasino', 'free your money', 'bad example', 'notbad.example', 'bad.example.org', ''])(
  'the word list does not match the text “%s”',
  (text) => expect(list.find(text)).toBeNull(),
);

test('a filter entry without words has no key, and equal entries have the same key', () => {
  expect(keyOfEntry('… !')).toBeNull();
  expect(keyOfEntry('one two three four five six seven eight nine')).toBeNull();
  expect(keyOfEntry('https://www.Bad.Example/x')).toBe(keyOfEntry('bad.example'));
  expect(keyOfEntry('Càsino')).toBe(keyOfEntry('casino'));
});

test('a filter entry is found in a text that has only the beginning of a longer entry', () => {
  expect(wordListOf(['new york city', 'york']).find('in new york')).toBe('york');
});
