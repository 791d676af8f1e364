import { fold } from '@mbari/contract/platform/fold';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { searchQueryOf } from '../search-query.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const isFound = async (words: string, query: string): Promise<boolean | null> =>
  (await app.db.row<{ found: boolean | null }>('select searched($1) @@ $2::tsquery as found', [words, searchQueryOf(query)?.all ?? null]))!
    .found;

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
])('%o is found by %o', async (words, query) => {
  expect(await isFound(words, query)).toBe(true);
});

test.each([
  ['Straßenfest', 'STRASSENFEST'],
  ['ẞ', 'ß'],
  ['ﬁne ﬂow', 'fine flow'],
  ['İstanbul', 'istanbul'],
  ['Isparta', 'ısparta'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΥΣ'],
  ['ᏣᎳᎩ', 'ꮳꮃꭹ'],
  ['ᲀода', 'ВОДА'],
  ['Ǆep', 'ǆep'],
  ['Æthelflæd Œuvre', 'aethelflaed oeuvre'],
  ['Søren Łódź Đà ħal', 'soren lodz da hal'],
  ['ʻOkina', 'okina'],
  ['𞤀𞤣𞤤𞤢𞤥', '𞤢𞤣𞤤𞤢𞤥'],
  ['القاهرة', 'القاهره'],
  ['أحمد إبراهيم آدم ٱسم', 'احمد ابراهيم ادم اسم'],
  ['مستشفى', 'مستشفي'],
  ['کتاب فارسی', 'كتاب فارسي'],
  ['مـــدرسة', 'مدرسة'],
  ['مُحَمَّد', 'محمد'],
  ['٢٠٢٤', '2024'],
  ['۱۳۹۹', '١٣٩٩'],
  ['می‌خواهم', 'میخواهم'],
  ['שָׁלוֹם', 'שלום'],
  ['צה״ל', 'צהל'],
  ['हिन्दी २०२४', 'हिन्दी 2024'],
  ['ﾌｧｯｼｮﾝ', 'ファッション'],
])('%o and %o are the same words', async (a, b) => {
  expect([await isFound(a, b), await isFound(b, a)]).toEqual([true, true]);
});

test.each([
  ['今日は東京で写真を撮る', '写真'],
  ['今日は東京で写真を撮る', '真'],
  ['今日は東京で写真を撮る', '写真を撮る'],
  ['我爱北京天安门', '天安门'],
  ['ฉันรักประเทศไทยมาก', 'ประเทศ'],
  ['ຂ້ອຍຮັກປະເທດລາວ', 'ປະເທດ'],
  ['ខ្ញុំស្រឡាញ់ប្រទេសកម្ពុជា', 'ប្រទេស'],
  ['ကျွန်တော်မြန်မာစာကိုချစ်တယ်', 'မြန်မာ'],
  ['서울대학교', '대학'],
  ['iPhone写真展2024', '写真展'],
  ['iPhone写真展2024', 'iphone写真'],
  ['iPhone写真展2024', '展20'],
  ['𠮷野家で', '野家'],
  ['🎉🌍', '🌍'],
  ['🎉🌍🔥', '🌍🔥'],
  ['Dance💃🏽', '💃'],
  ['👩‍🎨 at work', '👩‍🎨'],
  ['🇳🇬🇬🇭', '🇬🇭'],
  ['₦500', '500'],
  ['写'.repeat(300), '写'.repeat(40)],
])('in %o, %o is found in its place', async (words, query) => {
  expect(await isFound(words, query)).toBe(true);
});

test.each([
  ['東京写真', '京真'],
  ['東京', '京東'],
  ['がく', 'かく'],
  ['🎉🌍', '🔥'],
  ['ประเทศไทย', 'ไทยประ'],
  ['Olúmọ Rock', 'umo'],
  ['Olúmọ Rock', 'olu roll'],
  ['one two three four five six seven eight nine', 'one two three four five six seven eight ten'],
])('%o is not found by %o', async (words, query) => {
  expect(await isFound(words, query)).toBe(false);
});

test.each([
  ['"red cloth"', true],
  ['"cloth red"', false],
  ['"red clo"', false],
  ['"red clo', true],
  ['“red cloth” indigo', true],
  ['„red cloth“', true],
  ['« red cloth »', true],
  ['”red cloth”', true],
  ['＂red cloth＂', true],
  ['"RED   cloth, dyed"', true],
  ['"dyed in in"', false],
  ['red -wax', true],
  ['red -indigo', false],
  ['red −indigo', false],
  ['red -indi', true],
  ['red -"cloth dyed"', false],
  ['red -"dyed cloth"', true],
  ['red -“red cloth”', false],
  ['-wax', true],
  ['-red', false],
  ['red - cloth', true],
  ['red-cloth', true],
  ['5" cloth', false],
  ['"', null],
  ['""', null],
  ['-', null],
  ['-"" --', null],
  ['"red" -"', true],
])('“Red cloth dyed in indigo”: a search for %o returns %o', async (query, answer) => {
  expect(await isFound('Red cloth dyed in indigo', query)).toBe(answer);
});

test.each([
  ['"写真展"', true],
  ['"展写"', false],
  ['-写真', false],
  ['-東京', true],
])('“iPhone写真展”: a search for %o returns %o', async (query, answer) => {
  expect(await isFound('iPhone写真展', query)).toBe(answer);
});

test.each(['', '   ', '%', "'", '\\', ':*', '!!! & | ( )', '\u200b'])('the search %o matches nothing', async (query) => {
  expect(await isFound('anything', query)).toBe(null);
});

test('a word of unlimited length can be stored and found', async () => {
  expect(await isFound('Ọ́'.repeat(900), 'o'.repeat(40))).toBe(true);
});

const askDatabase = async (sql: 'fold(text)' | 'normalize(text, NFKD)', texts: readonly string[]): Promise<string[]> =>
  (
    await app.db.rows<{ answer: string }>(`select ${sql} as answer from unnest($1::text[]) with ordinality as t(text, n) order by n`, [
      texts,
    ])
  ).map(({ answer }) => answer);

test('the database folds every Unicode character like the contract', async () => {
  const characters = Array.from({ length: 0x10ffff }, (_, n) => n + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{Assigned}/u.test(character) && !/\p{Co}/u.test(character));
  const decomposed = await askDatabase('normalize(text, NFKD)', characters);
  // Node and PostgreSQL may have different Unicode versions.
  const known = characters.filter((character, index) => decomposed[index] === character.normalize('NFKD'));
  expect(known.length).toBeGreaterThan(140_000);
  expect(characters.length - known.length).toBeLessThan(300);
  const texts: string[] = [];
  for (let start = 0; start < known.length; start += 500) texts.push(known.slice(start, start + 500).join('q'));
  const different = (await askDatabase('fold(text)', texts)).flatMap((folded, index) => {
    const expected = fold(texts[index]!).split('q');
    return folded.split('q').flatMap((token, n) => (token === expected[n] ? [] : [`${token} and ${expected[n]}`]));
  });
  expect(different).toEqual([]);
});

test('folding is idempotent, also for sequences of characters', async () => {
  const parts = [
    'e\u0301',
    'か\u3099',
    "か'\u3099",
    '\u1112\u1161\u11ab',
    'ŉ',
    'İI\u0307',
    'ΑΣ ΣΑΣ',
    'ᾳ\u0345',
    'क\u093c\u094d',
    '👩\u200d🎨\ufe0f',
    ' ﷺ',
    '１²',
    'ẚ',
  ];
  const texts = parts.flatMap((first) => parts.map((second) => `${first}${second}x${first} ${second}`));
  const folded = texts.map(fold);
  expect(await askDatabase('fold(text)', texts)).toEqual(folded);
  expect(folded.map(fold)).toEqual(folded);
});
