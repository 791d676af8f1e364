import { expect, test } from 'vitest';
import { beginsWith, mentionAt, withMention } from './mention-at.ts';

test('a name is being written behind an @ before the caret', () => {
  expect(mentionAt('Ask @ad', 7)).toEqual({ from: 4, term: 'ad' });
  expect(mentionAt('@', 1)).toEqual({ from: 0, term: '' });
  expect(mentionAt('Ask @ad whether', 7)).toEqual({ from: 4, term: 'ad' });
});

test('none is in an address of mail, nor once a space follows', () => {
  expect(mentionAt('studio@ad', 9)).toBeNull();
  expect(mentionAt('Ask @ada ', 9)).toBeNull();
});

test('the chosen name takes its place, and one space follows', () => {
  expect(withMention('Ask @ad', 7, 'ada.obi')).toEqual({ text: 'Ask @ada.obi ', caret: 13 });
  expect(withMention('Ask @ad whether', 7, 'ada')).toEqual({ text: 'Ask @ada whether', caret: 9 });
});

test('names are found by their beginnings, blind to diacritics', () => {
  expect(beginsWith({ name: 'Adéyẹmí Ọlá', username: 'ade' }, 'ola')).toBe(true);
  expect(beginsWith({ name: 'Adéyẹmí Ọlá', username: 'ade' }, 'yemi')).toBe(false);
});
