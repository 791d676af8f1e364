import { expect, test } from 'vitest';
import { canonicalEmail, email } from '../identity/auth.ts';
import { text } from './fields.ts';

const line = text({ label: 'title', max: 20, min: 1 });
const lines = text({ label: 'text', max: 20, min: 1, lines: true });

test.each([
  ['RTL \u202eoverride', 'RTL override'],
  ['a\u2066b\u2067c\u2068d\u2069e', 'abcde'],
  ['\u200eA\u200f\u061c', 'A'],
  ['soft\u00adhyphen\ufeff', 'softhyphen'],
  ['tab\there', 'tab here'],
  ['e\u200b\u0301', 'é'],
  ['می‌خواهم', 'می‌خواهم'],
  ['❤️ 👩🏾‍🎨 🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️ 👩🏾‍🎨 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
])('a single-line text accepts %j as %j', (typed, taken) => expect(line.safeParse(typed)).toEqual({ success: true, data: taken }));

test.each(['a\nb', 'a\u2028b', 'a\u0007b', '\u3164', '\u2800 \ufffc', '\u202e'])('a single-line text refuses %j', (typed) =>
  expect(line.safeParse(typed).success).toBe(false),
);

test('a multi-line text needs a visible grapheme, and keeps line breaks and direction marks only', () => {
  expect(lines.safeParse('\ufffc\n\u2800').success).toBe(false);
  expect(lines.safeParse('\u202edesrever\n\u2067b\u200f').data).toBe('desrever\nb\u200f');
  expect(lines.safeParse('one\n\ntwo').data).toBe('one\n\ntwo');
});

test.each([
  ['Olú@BÜCHER.example'.normalize('NFC'), 'olú@xn--bcher-kva.example'],
  ['ada@Bücher.Example', 'ada@xn--bcher-kva.example'],
  ['ada@BÜCHER。example', 'ada@xn--bcher-kva.example'],
  ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['ada@bü/cher.example', 'ada@bü/cher.example'],
  ['nobody', 'nobody'],
])('the address %j has the canonical form %j', (typed, canonical) => expect(canonicalEmail(typed)).toBe(canonical));

test.each([
  ['', 'fieldRequired'],
  ['  ', 'fieldRequired'],
  ['ọlá@example.test', 'emailLocalNotAscii'],
  ['用户@例え.テスト', 'emailLocalNotAscii'],
  ['ada@bü cher.example', 'emailInvalid'],
  ['ada@１２７.0.0.1', 'emailInvalid'],
  ['ada', 'emailInvalid'],
])('the address %j is refused with %s', (typed, reason) => {
  const [issue, ...others] = email.safeParse(typed).error!.issues;
  expect([JSON.parse(issue.message).reason, others]).toEqual([reason, []]);
});
