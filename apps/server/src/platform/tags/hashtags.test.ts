import { hashtagsIn } from '@mbari/contract/platform/hashtags';
import * as limits from '@mbari/contract/platform/limits';
import { tagsToKeep } from '@mbari/contract/platform/tags';
import { expect, test } from 'vitest';

const tags = (text: string): string[] => hashtagsIn(text).map(({ written }) => written);

test.each([
  ['At the #harbour.', ['harbour']],
  ['#one #two,#three(#four) "#five" #six#seven', ['one', 'two', 'three', 'four', 'five', 'six']],
  ['#Ọ̀ṣogbo, #O\u0323\u0300s\u0323un and #ìlú_wa', ['Ọ̀ṣogbo', 'O\u0323\u0300s\u0323un', 'ìlú_wa']],
  ['#ƙasa #ɓaɗe #ʼya', ['ƙasa', 'ɓaɗe', 'ʼya']],
  ['صورة #لاغوس، و#صُورَة', ['لاغوس']],
  ['(#صُورَة)', ['صُورَة']],
  ['#祭り、#አዲስ፡', ['祭り', 'አዲስ']],
  ['#made_in_benin #2024expo #expo2024', ['made_in_benin', '2024expo', 'expo2024']],
  ['#می‌خواهم و #خانه‌ها.', ['می‌خواهم', 'خانه‌ها']],
  ['#ක්‍රීඩා #ශ්‍රී', ['ක්‍රීඩා', 'ශ්‍රී']],
  ['#हिन्‌दी #क्‍ष #മലയാളം', ['हिन्‌दी', 'क्‍ष', 'മലയാളം']],
  ['#co·op, #ぼっち・ざ・ろっく・ #ﾎﾞｯﾁ･ｻﾞ', ['co·op', 'ぼっち・ざ・ろっく', 'ﾎﾞｯﾁ･ｻﾞ']],
  ['#col·lecció #paral·lel·', ['col·lecció', 'paral·lel']],
  ['#a/#b and #1/#two/＃three', ['a', 'b', 'two', 'three']],
  ['＃写真 ﹟foto (＃東京)', ['写真', 'foto', '東京']],
  ['#e\u0301te\u0301 #က္ဘာ #ខ្មែរ #ไทย', ['e\u0301te\u0301', 'က္ဘာ', 'ខ្មែរ', 'ไทย']],
  ['#foo\u200cbar #foo\u200d #می\u200c', ['foo', 'foo', 'می']],
  ['#snow❄️flake #mask-maker #love🎉', ['snow', 'mask', 'love']],
  ['#under‿tie', ['under‿tie']],
])('%o has the tags %o', (text, expectedTags) => {
  expect(tags(text)).toEqual(expectedTags);
});

test.each([
  'No. #1, #2024 and #_',
  'C# a#b é#b ##double &#39; @ada#x',
  'https://example.org/a#part https://example.org/?q=#part http://x.org/(#part www.example.org/#part',
  '#️⃣ # alone #- #ʼ #ـ',
  `#${'a'.repeat(limits.tag + 1)}`,
])('%o has no tags', (text) => {
  expect(tags(text)).toEqual([]);
});

test('a tag may be as long as the limit in visible characters', () => {
  const text = 'e\u0301'.repeat(limits.tag);
  expect(tags(`#${text}`)).toEqual([text]);
});

test('each tag has its position, so a text can be rebuilt from its parts', () => {
  expect(hashtagsIn('Ẹ ṣé #Èkó!')).toEqual([{ at: 5, written: 'Èkó' }]);
});

test('tags that differ only in case are kept once, up to the limit', () => {
  expect(tagsToKeep(['Lagos', 'LAGOS', 'cafe\u0301', 'café'])).toEqual(['Lagos', 'café']);
  expect(tagsToKeep(['Straße', 'STRASSE', 'القاهرة', 'القاهره', 'می‌خواهم', 'میخواهم'])).toEqual(['Straße', 'القاهرة', 'می‌خواهم']);
  expect(tagsToKeep(Array.from({ length: 30 }, (_, n) => `t${n}`))).toHaveLength(limits.tags);
});
