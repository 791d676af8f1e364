import { describe, expect, test } from 'vitest';
import { splitMatches } from '~/community/search/search-query.ts';
import { edited } from '~/platform/lib/edit-field.ts';
import { beginsWith, completion, mentionAt, tagAt } from './use-completion.ts';
import { hasMutedWord } from './use-muted-words.ts';

describe('muted words', () => {
  test.each([
    ['election', 'The ELECTION, again', true],
    ['élection', 'election day', true],
    ['election', 'e\u0301lection', true],
    ['election', 'ｅｌｅｃｔｉｏｎ!', true],
    ['ẹ̀kọ́', 'Eko o ni baje', true],
    ['انتخابات', 'الحديث عن انْتِخابات اليوم', true],
    ['football match', 'that football, match', true],
    ['don’t', "I don't know", true],
    ['election', 'electioneering', false],
    ['match', 'rematch matches', false],
    ['football match', 'football and a match', false],
    ['...', 'what ... now', false],
    ['', 'anything', false],
  ])('hasMutedWord of %s in “%s” is %s', (word, text, found) => expect(hasMutedWord([word], text)).toBe(found));

  test('any of several muted words matches', () => expect(hasMutedWord(['rain', 'snow'], 'Much snow')).toBe(true));

  test('a muted word is matched literally', () => expect(hasMutedWord(['(a+)+b'], `${'a'.repeat(5_000)} (a+)+`)).toBe(false));
});

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

const marked = (text: string, sought: string): string =>
  splitMatches(text, sought)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Cassava paste or wax for adire ẹlẹ́kọ?', 'adire', 'Cassava paste or wax for [adire] ẹlẹ́kọ?'],
  ['Àdìrẹ ẹlẹ́kọ', 'ADIRE eleko', '[Àdìrẹ] [ẹlẹ́kọ]'],
  ['Ọ̀ṣun grove', 'os', '[Ọ̀ṣ]un grove'],
  ['Ƙofar gida, ’yan mata', 'kofar yan', '[Ƙofar] gida, ’[yan] mata'],
  ['itoku.dyer', 'dye', 'itoku.[dye]r'],
  ['#adire', '#adire', '#[adire]'],
  ['Indigo', 'digo', 'Indigo'],
  ['Indigo', '!?', 'Indigo'],
  ['صورة من كانو', 'كان', 'صورة من [كان]و'],
  ['adire and adire', 'ad adi', '[adi]re and [adi]re'],
  ['Straßenfest', 'STRASS', '[Straß]enfest'],
  ['مدينة القاهرة', 'القاهره', 'مدينة [القاهرة]'],
  ['کتاب', 'كتا', '[کتا]ب'],
  ['می‌خواهم', 'میخوا', '[می‌خوا]هم'],
  ['今日は東京で写真を撮る', '写真', '今日は東京で[写真]を撮る'],
  ['ประเทศไทย', 'ไทย', 'ประเทศ[ไทย]'],
  ['iPhone写真', 'phone', 'iPhone写真'],
  ['🎉🌍', '🌍', '🎉[🌍]'],
  ['Red, cloth and red clothes', '"red cloth"', '[Red, cloth] and red clothes'],
  ['Red cloth', 'red -cloth', '[Red] cloth'],
  ['Red cloth', '-red', 'Red cloth'],
])('in %j, %j highlights %j', (text, sought, expected) => expect(marked(text, sought)).toBe(expected));

test('the joined parts equal the text', () => {
  for (const text of ['', 'a', 'Ọ̀ṣun, Ọ̀ṣun', 'ﬁne work'])
    expect(
      splitMatches(text, 'osun fi')
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
});
