import { expect, test } from 'vitest';
import { preparePassword } from './auth.ts';

test.each([
  ['ọ̀rọ̀ aṣínà'.normalize('NFD'), 'ọ̀rọ̀ aṣínà'.normalize('NFC')],
  ['한국어 암호'.normalize('NFD'), '한국어 암호'],
  ['foo\u3000bar\u00a0baz', 'foo bar baz'],
  [' Case, spaces  and ｗｉｄｔｈ stay ', ' Case, spaces  and ｗｉｄｔｈ stay '],
  ['\u212b', '\u00c5'],
])('the password %j is normalized to %j, and normalizing again changes nothing', (typed, prepared) => {
  expect(preparePassword(typed)).toBe(prepared);
  expect(preparePassword(prepared)).toBe(prepared);
});
