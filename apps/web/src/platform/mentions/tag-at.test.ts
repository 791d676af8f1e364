import { expect, test } from 'vitest';
import { tagAt } from './tag-at.ts';

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
