import { expect, test } from 'vitest';
import { splitMatches } from './search-query.ts';

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
