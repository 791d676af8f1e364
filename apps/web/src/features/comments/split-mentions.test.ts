import { expect, test } from 'vitest';
import { splitMentions } from './split-mentions.ts';

const named = (content: string, ...mentions: string[]) =>
  splitMentions(content, mentions)
    .filter(({ username }) => username !== null)
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
  expect(splitMentions('@ADA.', ['ada'])).toEqual([
    { text: '@ADA', username: 'ada' },
    { text: '.', username: null },
  ]);
});

test('who is not there is no more than words', () => {
  expect(named('@nobody and @adaeze', 'ada')).toEqual([]);
});

test('an address of mail names nobody', () => {
  expect(named('write to studio@ada, ada+@ada, https://elsewhere.example/@ada, @ada@elsewhere.example, @adá', 'ada')).toEqual([]);
});

test('put together, the parts are the comment', () => {
  const content = 'Ẹ ṣé @ada! <b>@efe</b>\n@ada';
  expect(
    splitMentions(content, ['ada', 'efe'])
      .map(({ text }) => text)
      .join(''),
  ).toBe(content);
});
