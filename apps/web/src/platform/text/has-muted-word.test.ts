import { describe, expect, test } from 'vitest';
import { hasMutedWord } from '~/platform/text/has-muted-word.ts';

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
