import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const isFound = async (words: string, by: string): Promise<boolean | null> =>
  (await app.db.row<{ found: boolean | null }>('select searched($1) @@ sought($2) as found', [words, by]))!.found;

test.each([
  ['Olúmọ Rock', 'olu'],
  ['Ẹ̀gbá cloth', 'EGBA'],
  ['Ọ̀ṣun', 'osun'],
  ['Ńkẹ́m', 'nkem'],
  ['ɓaɗe ƙasa', 'bade kasa'],
  ['Ƙasa', 'ƙa'],
  ['N’Djamena, at dusk', "n'djamena"],
  ['mask-maker', 'maker'],
  ['Lagos 2024', '20'],
  ['ファッション', 'ファ'],
  ['አዲስ', 'አዲ'],
  ['ＦＵＬＬ width', 'full'],
  ['Kǝla Ǝva, Eʋe ƒo', 'kela eve fo'],
  ['صُورَةٌ', 'صورة'],
  ['ሰላም፡ዓለም', 'ዓለም'],
  ['祭り・写真、東京', '東京'],
  ['oʻzbek Saltilloꞌs', "o'zbek saltillos"],
  [Array.from({ length: 30 }, (_, n) => `w${n}x`).join(' '), Array.from({ length: 30 }, (_, n) => `w${n}`).join(' ')],
])('%o is found by %o', async (words, by) => {
  expect(await isFound(words, by)).toBe(true);
});

test.each([
  ['Olúmọ Rock', 'umo'],
  ['Olúmọ Rock', 'olu roll'],
  ['one two three four five six seven eight nine', 'one two three four five six seven eight ten'],
])('%o is not found by %o', async (words, by) => {
  expect(await isFound(words, by)).toBe(false);
});

test.each(['', '   ', '%', "'", '\\', ':*', '!!! & | ( )', '\u200b'])('%o looks for nothing', async (by) => {
  expect(await isFound('anything', by)).toBe(null);
});

test('a word without end can be kept and found', async () => {
  expect(await isFound('Ọ́'.repeat(900), 'o'.repeat(40))).toBe(true);
});
