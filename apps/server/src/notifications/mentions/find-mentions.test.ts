import { expect, test } from 'vitest';
import { findMentions } from './mentions.ts';

const first = (content: string): string[] => findMentions(content).map(([name]) => name!);

test.each<[string, string[]]>([
  ['@olu', ['olu']],
  ['Ask @Olu, she asked (@EFE_2)!', ['olu', 'efe_2']],
  ['“@olu” and ‘@efe’', ['olu', 'efe']],
  ['@olu’s hand, @efe-like', ['olu', 'efe']],
  ['\n@olu\n@efe', ['olu', 'efe']],
  ['@olu @OLU @olu', ['olu']],
  ['🥁@olu', ['olu']],
])('%j mentions %j', (content, names) => {
  expect(first(content)).toEqual(names);
});

test.each([
  'write to ada@olu.example',
  'ada.@olu',
  'ada+posts@olu',
  'a-@olu',
  'Adé@olu',
  'https://elsewhere.example/@olu',
  '@olu@elsewhere.example',
  '@olú',
  '@ọlu',
  '@@olu',
  '@ol',
  '@123',
  '@',
  '@ olu',
  `@${'a'.repeat(31)}`,
  '＠olu',
  '@ＯＬＵ',
])('%j mentions nobody', (content) => {
  expect(findMentions(content)).toEqual([]);
});

test('a trailing full stop or underscore may belong to the username or to the sentence', () => {
  expect(findMentions('Thank you @olu.')).toEqual([['olu.', 'olu']]);
  expect(findMentions('@olu._')).toEqual([['olu._', 'olu.', 'olu']]);
  expect(findMentions(`@${'a'.repeat(30)}...`)).toEqual([['a'.repeat(30)]]);
  expect(findMentions(`@olu${'.'.repeat(900)}`)[0]).toContain('olu');
});

test('only the first ten mentions count', () => {
  const names = Array.from({ length: 12 }, (_, n) => `name_${n}`);
  expect(first(names.map((name) => `@${name}`).join(' '))).toEqual(names.slice(0, 10));
});

test('a thousand @ signs are parsed quickly', () => {
  for (const content of ['@'.repeat(1000), '@a'.repeat(500), '@a.'.repeat(333), `@${'._'.repeat(499)}`]) findMentions(content);
});
