import { expect, test } from 'vitest';
import { edited } from '~/platform/lib/edit-field.ts';
import { beginsWith, completion, mentionAt, tagAt } from './use-completion.ts';

test('an @ before the caret starts a mention', () => {
  expect(mentionAt('Ask @ad', 7)).toEqual({ from: 4, term: 'ad' });
  expect(mentionAt('@', 1)).toEqual({ from: 0, term: '' });
  expect(mentionAt('Ask @ad whether', 7)).toEqual({ from: 4, term: 'ad' });
});

test('an email address and a trailing space are no mention', () => {
  expect(mentionAt('studio@ad', 9)).toBeNull();
  expect(mentionAt('Ask @ada ', 9)).toBeNull();
});

test('the selected username replaces the mention, followed by one space', () => {
  const complete = (text: string, username: string) => {
    const edit = completion(text, { from: 4, to: 7 }, `@${username}`);
    return { text: edited(text, edit), caret: edit.select?.[0] };
  };
  expect(complete('Ask @ad', 'ada.obi')).toEqual({ text: 'Ask @ada.obi ', caret: 13 });
  expect(complete('Ask @ad whether', 'ada')).toEqual({ text: 'Ask @ada whether', caret: 9 });
});

test('names match by prefix, regardless of diacritics', () => {
  expect(beginsWith({ name: 'Adéyẹmí Ọlá', username: 'ade' }, 'ola')).toBe(true);
  expect(beginsWith({ name: 'Adéyẹmí Ọlá', username: 'ade' }, 'yemi')).toBe(false);
});

test('a # before the caret starts a tag, in any script', () => {
  expect(tagAt('At #lag', 7)).toEqual({ from: 3, term: 'lag' });
  expect(tagAt('#Ọ̀ṣ', '#Ọ̀ṣ'.length)).toEqual({ from: 0, term: 'Ọ̀ṣ' });
  expect(tagAt('(#لاغ', 5)).toEqual({ from: 1, term: 'لاغ' });
  expect(tagAt('#می‌خو', 6)).toEqual({ from: 0, term: 'می‌خو' });
  expect(tagAt('#می‌', 4)).toEqual({ from: 0, term: 'می‌' });
  expect(tagAt('＃ぼっち・ざ', 7)).toEqual({ from: 0, term: 'ぼっち・ざ' });
  expect(tagAt('#lagos/#ib', 10)).toEqual({ from: 7, term: 'ib' });
});

test('a bare #, a # within a word or address, and a trailing space are no tag', () => {
  for (const text of ['#', '# ', 'C#x', 'https://a.example/#part', '#lagos ', '## Title']) expect(tagAt(text, text.length)).toBeNull();
});
