import { expect, test } from 'vitest';
import { linksIn, splitText } from './parse-text.ts';

const split = (content: string, ...mentions: string[]) =>
  splitText(content, mentions)
    .filter(({ target }) => target?.kind === 'member')
    .map(({ text }) => text);

test('mentions of visible members are linked, regardless of case', () => {
  expect(split('Ask @Ada, she asked @efe.', 'ada', 'efe')).toEqual(['@Ada', '@efe']);
});

test('a trailing full stop is not part of a mention, unless the username has it', () => {
  expect(split('@ada.obi. And @ada.', 'ada.obi', 'ada')).toEqual(['@ada.obi', '@ada']);
});

test('a trailing underscore is not part of a mention, unless the username has it', () => {
  expect(split('_@ada_ and @efe__.', 'ada', 'efe')).toEqual(['@efe']);
  expect(split('@ada_, @efe_.', 'ada', 'efe_')).toEqual(['@ada', '@efe_']);
});

test('a mention links to the username as stored', () => {
  expect(splitText('@ADA.', ['ada'])).toEqual([
    { text: '@ADA', target: { kind: 'member', username: 'ada' } },
    { text: '.', target: null },
  ]);
});

test('a mention of an invisible member is plain text', () => {
  expect(split('@nobody and @adaeze', 'ada')).toEqual([]);
});

test('an email address contains no mention', () => {
  expect(split('write to studio@ada, ada+@ada, https://elsewhere.example/@ada, @ada@elsewhere.example, @adá', 'ada')).toEqual([]);
});

const linked = (content: string) => splitText(content, ['ada']).flatMap(({ text, target }) => (target === null ? [] : [[text, target]]));

test('tags link to their pages, and addresses to their targets', () => {
  expect(linked('At #Èkó by @ada, see (https://a.example/b_(c)#d?e=#f).')).toEqual([
    ['#Èkó', { kind: 'tag', tag: 'Èkó' }],
    ['@ada', { kind: 'member', username: 'ada' }],
    ['https://a.example/b_(c)#d?e=#f', { kind: 'address', href: 'https://a.example/b_(c)#d?e=#f' }],
  ]);
  expect(linked('https://a.example/@ada/#tag, HTTP://b.example؟').map(([text]) => text)).toEqual([
    'https://a.example/@ada/#tag',
    'HTTP://b.example',
  ]);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://',
  'https://ada:secret@a.example',
  'ftp://a.example',
  '<img src=x onerror=alert(1)>',
  'xhttps://a.example',
])('%s is not a link', (content) => {
  expect(linked(content)).toEqual([]);
});

test('the joined parts equal the text', () => {
  const content = 'Ẹ ṣé @ada! <b>@efe</b>\n@ada #Èkó https://a.example/<b>#c';
  expect(
    splitText(content, ['ada', 'efe'])
      .map(({ text }) => text)
      .join(''),
  ).toBe(content);
});

test('a link is reduced to host and path', () => {
  for (const text of [
    'https://Shop.example/now',
    'See http://www.shop.example/now/, quick',
    '[x](https://shop.example/now?ref=7#top)',
    'www.shop.example/now!',
  ])
    expect(linksIn(text, 'mbari.example')).toEqual(['shop.example/now']);
});

test('text that only resembles a link and links to the community itself are skipped', () => {
  expect(linksIn('We met at 9.30 in the yard.Then e.g. this https:// and http://localhost/x', 'mbari.example')).toEqual([]);
  expect(linksIn('https://mbari.example/post/1 https://mbari.example', 'mbari.example')).toEqual([]);
});

test('at most twenty links of a text and three hundred characters of each are read', () => {
  const many = Array.from({ length: 40 }, (_, n) => `https://a${n}.example/${'x'.repeat(400)}`).join(' ');
  const found = linksIn(many, 'mbari.example');
  expect(found).toHaveLength(20);
  expect(Math.max(...found.map(({ length }) => length))).toBe(300);
});
