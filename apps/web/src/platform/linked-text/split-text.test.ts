import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

const named = (content: string, ...mentions: string[]) =>
  splitText(content, mentions)
    .filter(({ target }) => target?.kind === 'member')
    .map(({ text }) => text);

test('members who are there are distinguished, whatever case they are written in', () => {
  expect(named('Ask @Ada, she asked @efe.', 'ada', 'efe')).toEqual(['@Ada', '@efe']);
});

test('a full stop ends the sentence, unless it is in the name', () => {
  expect(named('@ada.obi. And @ada.', 'ada.obi', 'ada')).toEqual(['@ada.obi', '@ada']);
});

test('an underscore at the end does, too', () => {
  expect(named('_@ada_ and @efe__.', 'ada', 'efe')).toEqual(['@efe']);
  expect(named('@ada_, @efe_.', 'ada', 'efe_')).toEqual(['@ada', '@efe_']);
});

test('who is named leads to their username, however it was written', () => {
  expect(splitText('@ADA.', ['ada'])).toEqual([
    { text: '@ADA', target: { kind: 'member', username: 'ada' } },
    { text: '.', target: null },
  ]);
});

test('who is not there is no more than words', () => {
  expect(named('@nobody and @adaeze', 'ada')).toEqual([]);
});

test('an address of mail names nobody', () => {
  expect(named('write to studio@ada, ada+@ada, https://elsewhere.example/@ada, @ada@elsewhere.example, @adá', 'ada')).toEqual([]);
});

const linked = (content: string) => splitText(content, ['ada']).flatMap(({ text, target }) => (target === null ? [] : [[text, target]]));

test('tags lead to their pages, and addresses to where they say', () => {
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
])('%s leads nowhere', (content) => {
  expect(linked(content)).toEqual([]);
});

test('put together, the parts are the comment', () => {
  const content = 'Ẹ ṣé @ada! <b>@efe</b>\n@ada #Èkó https://a.example/<b>#c';
  expect(
    splitText(content, ['ada', 'efe'])
      .map(({ text }) => text)
      .join(''),
  ).toBe(content);
});
