import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateWords } from './generate.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mbari-words-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const languages = {
  'en': { name: 'English', direction: 'ltr', state: 'whole' },
  'fr': { name: 'Français', direction: 'ltr', state: 'whole' },
  'ar': { name: 'العربية', direction: 'rtl', state: 'whole' },
  'yo': { name: 'Yorùbá', direction: 'ltr', state: 'draft' },
  'en-XA': { name: 'Ëñğļïšĥ', direction: 'ltr', state: 'pseudo' },
} as const;
type Texts = Partial<Record<keyof typeof languages, Record<string, string>>>;

/** Writes a catalogue `photos.json` with one subject per language and generates the words. */
function generate(texts: Texts, subject = 'feed') {
  mkdirSync(path.join(folder, 'locales'), { recursive: true });
  writeFileSync(
    path.join(folder, 'locales/locales.json'),
    JSON.stringify(Object.fromEntries(Object.entries(languages).filter(([locale]) => locale in texts || locale === 'en-XA'))),
  );
  for (const [locale, messages] of Object.entries(texts)) {
    mkdirSync(path.join(folder, 'locales', locale), { recursive: true });
    const note = languages[locale as keyof typeof languages].state === 'draft' && { '@': 'A draft, for a native reader to check.' };
    writeFileSync(path.join(folder, 'locales', locale, 'photos.json'), JSON.stringify({ ...note, [subject]: messages }, null, 2));
  }
  return generateWords(path.join(folder, 'locales'), path.join(folder, 'made'));
}

/** Writes another catalogue: its subjects, or its raw text. */
function write(at: string, content: object | string): void {
  mkdirSync(path.dirname(path.join(folder, 'locales', at)), { recursive: true });
  writeFileSync(path.join(folder, 'locales', at), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}
const again = () => generateWords(path.join(folder, 'locales'), path.join(folder, 'made'));

const made = (locale: string, subject = 'feed'): string => readFileSync(path.join(folder, 'made', locale, `${subject}.ts`), 'utf8');

test('a plain text becomes a constant, and a message with arguments becomes a typed function', () => {
  generate({ en: { title: 'Feed', hello: 'Hello {name}', posts: '{count, plural, =0 {None} one {# post} other {# posts}}' } });
  expect(made('en')).toContain('export const title: string = "Feed";');
  expect(made('en')).toContain('export const hello = (given: { name: string }): string => `Hello ${given.name}`;');
  expect(made('en')).toContain(
    '(given: { count: number }): string => (given.count === 0 ? "None" : given.count === 1 ? `${number(given.count)} post` : `${number(given.count)} posts`);',
  );
});

test('arguments in right-to-left languages are isolated', () => {
  generate({ en: { liked: '{name} liked “{title}”' }, ar: { liked: 'إعجاب من {name} بـ«{title}»' } });
  expect(made('ar')).toContain('`إعجاب من \u2068${given.name}\u2069 بـ«\u2068${given.title}\u2069»`');
});

test('a message is never interpreted as code', () => {
  generate({ en: { odd: 'A `tick`, a \\ and $'.concat("'{'x'}' with {name}") } });
  expect(made('en')).toContain('`A \\`tick\\`, a \\\\ and \\${x} with ${given.name}`');
});

test('a message with tags returns a list of texts and rendered parts', () => {
  generate({ en: { terms: 'See <link>our {what}</link>.' } });
  expect(made('en')).toContain(
    'export const terms = <Part>(given: { what: string; link: (text: string) => Part }): (string | Part)[] => ["See ", given.link(`our ${given.what}`), "."];',
  );
});

test('plural forms may contain tags', () => {
  generate({ en: { left: '{count, plural, one {<b>1</b> day} other {<b>#</b> days}} left' } });
  expect(made('en')).toContain('[...(given.count === 1 ? [given.b("1"), " day"] : [given.b(number(given.count)), " days"]), " left"]');
});

test('a select accepts only its options, and a yes/no select accepts a boolean', () => {
  generate({ en: { kind: '{of, select, photo {Photo} topic {Topic} other {Post}}', more: '{more, select, true {More} other {All}}' } });
  expect(made('en')).toContain("given: { of: 'photo' | 'topic' | 'other' }");
  expect(made('en')).toContain('(given: { more: boolean }): string => (given.more ? "More" : "All")');
});

test('numbers and dates accept ICU styles and skeletons', () => {
  generate({ en: { at: '{day, date, ::yMMMM}', share: '{share, number, percent}', post: 'Post {position, number, ::group-off}' } });
  expect(made('en')).toContain('date(given.day, {"year":"numeric","month":"long"})');
  expect(made('en')).toContain('number(given.share, {"style":"percent"})');
  expect(made('en')).toContain('number(given.position, {"useGrouping":false})');
});

test('each language uses its own plural rules', () => {
  generate({
    en: { posts: '{count, plural, one {# post} other {# posts}}' },
    ar: { posts: '{count, plural, zero {صفر} one {واحد} two {اثنان} few {# قليل} many {# كثير} other {# آخر}}' },
  });
  expect(made('ar')).toContain('plural(given.count, { zero: "صفر"');
});

test('French may omit the plural form for millions', () => {
  const texts = { en: { posts: '{count, plural, one {# post} other {# posts}}' } };
  expect(() => generate({ ...texts, fr: { posts: '{count, plural, one {# photo} other {# photos}}' } })).not.toThrow();
});

test('a draft language falls back to English and reports missing messages', () => {
  expect(generate({ en: { a: 'One', b: 'Two' }, yo: { a: 'Ọ̀kan' } })).toEqual({ missing: { yo: ['feed.b'] } });
  expect(made('yo')).toContain('export const a: string = "Ọ̀kan";');
  expect(made('yo')).toContain('export const b: string = "Two";');
});

test('files of a draft language need the draft note, and files of a complete language must not have the note', () => {
  generate({ en: { a: 'One' }, fr: { a: 'Un' }, yo: { a: 'Ọ̀kan' } });
  write('yo/photos.json', { feed: { a: 'Ọ̀kan' } });
  expect(again).toThrow(/yo\/photos\.json belongs to a draft language/);
  write('yo/photos.json', { '@': 'A draft, for a native reader to check.', 'feed': { a: 'Ọ̀kan' } });
  write('fr/photos.json', { '@': 'A draft, for a native reader to check.', 'feed': { a: 'Un' } });
  expect(again).toThrow(/fr\/photos\.json is marked as a draft/);
});

test('the pseudo-locale accents, lengthens and brackets English texts, and keeps arguments', () => {
  generate({ en: { hello: 'Hello {name}', see: '<link>See</link>' } });
  expect(made('en-XA')).toContain('`[Ĥéļļó ${given.name}···]`');
  expect(made('en-XA')).toContain('["[", given.link("Šéé"), "··]"]');
});

test('a deleted message is removed from the generated module', () => {
  generate({ en: { a: 'One' } });
  generate({ en: { b: 'Two' } });
  expect(made('en')).not.toContain('One');
});

const plural = '{count, plural, one {# post} other {# posts}}';
test.each<[fault: string, texts: Texts, said: RegExp]>([
  ['a missing message in a complete language', { en: { a: 'A', b: 'B' }, fr: { a: 'A' } }, /fr\/photos\.json: feed\.b is missing/],
  ['a message that English does not have', { en: { a: 'A' }, fr: { a: 'A', c: 'C' } }, /fr\/photos\.json: feed\.c is surplus/],
  ['a surplus message in a draft', { en: { a: 'A' }, yo: { c: 'C' } }, /yo\/photos\.json: feed\.c is surplus/],
  ['a missing argument', { en: { a: 'Hi {name}' }, fr: { a: 'Salut' } }, /a lacks the argument \{name\}/],
  ['an argument misspelt', { en: { a: 'Hi {name}' }, fr: { a: 'Salut {nom}' } }, /an unknown argument \{nom\}/],
  ['an argument of another kind', { en: { a: '{count, number}' }, fr: { a: '{count}' } }, /uses \{count\} as another kind/],
  ['one argument of two kinds', { en: { a: '{count, number} {count}' } }, /used as two kinds/],
  ['an unknown option', { en: { a: '{of, select, x {X} other {O}}' }, fr: { a: '{of, select, z {Z} other {O}}' } }, /an option “z”/],
  ['a missing tag', { en: { a: '<link>See</link>' }, fr: { a: 'Voir' } }, /lacks the tag <link>/],
  ['an unknown tag', { en: { a: 'See' }, fr: { a: '<b>Voir</b>' } }, /an unknown tag <b>/],
  ['a nested tag', { en: { a: '<a><b>See</b></a>' } }, /inside another one/],
  ['a missing plural form', { en: { a: plural }, ar: { a: plural } }, /lacks the plural form “zero”/],
  ['a missing plural form in English', { en: { a: '{count, plural, other {#}}' } }, /lacks the plural form “one”/],
  [
    'a plural form that the language does not use',
    { en: { a: plural }, fr: { a: plural.replace('one', 'two {#} one') } },
    /has the plural form “two”/,
  ],
  ['a missing ordinal form', { en: { a: '{n, selectordinal, one {#st} other {#th}}' } }, /lacks the plural form “two”/],
  ['a plural without other', { en: { a: '{count, plural, one {#}}' } }, /cannot be read: missing other clause/],
  ['an unclosed brace', { en: { a: 'Hi {name' } }, /cannot be read: expect argument closing brace at/],
  ['an unclosed tag', { en: { a: 'See <b>this' } }, /cannot be read/],
  ['an offset', { en: { a: '{count, plural, offset:1 one {#} other {#}}' } }, /an offset/],
  ['an unknown number style', { en: { a: '{count, number, dotted}' } }, /en\/photos\.json: feed\.a has an unknown number style “dotted”/],
  ['an argument without a name', { en: { a: '{0}' } }, /not a valid argument/],
  ['a reserved word as key', { en: { delete: 'Delete' } }, /en\/photos\.json: feed\.delete cannot be a function name/],
  ['a key that looks like a React hook', { en: { useApp: 'Use the app' } }, /en\/photos\.json: feed\.useApp looks like a React hook/],
  ['an empty message', { en: { a: ' ' } }, /en\/photos\.json: feed\.a is empty/],
  ['a note without a message', { en: { 'a': 'A', '@b': 'Note' } }, /en\/photos\.json: feed\.@b is a note without a message/],
])('%s is refused', (_fault, texts, said) => {
  expect(() => generate(texts)).toThrow(said);
});

test('all faults of the catalogues are reported together', () => {
  expect(() => generate({ en: { a: '{', b: '{count, plural, one {#}}' } })).toThrow(/2 faults/);
});

test('duplicate keys, invalid JSON and unlisted languages are refused', () => {
  generate({ en: { a: 'A' } });
  write('en/photos.json', '{\n  "feed": {\n    "a": "A",\n    "a": "B"\n  }\n}');
  expect(again).toThrow(/en\/photos\.json: feed\.a is defined twice/);
  write('en/photos.json', '{ "feed": { "a": "A" }, "feed": { "a": "B" } }');
  expect(again).toThrow(/en\/photos\.json: feed is defined twice/);
  write('en/photos.json', '{ "feed": ');
  expect(again).toThrow(/en\/photos\.json is not valid JSON/);
  write('en/photos.json', { feed: { a: 'A' } });
  write('xx/photos.json', { feed: { a: 'A' } });
  expect(again).toThrow(/xx is not listed/);
});

test('subjects of one file may use the same keys', () => {
  generate({ en: { a: 'Feed' } });
  write('en/photos.json', '{ "feed": { "a": "Feed: \\"a\\": {b}" }, "wall": { "a": "Wall" } }');
  expect(again).not.toThrow();
  expect(made('en')).toContain('// Made from locales/en/photos.json.');
  expect(made('en')).toContain('export const a = (given: { b: string }): string => `Feed: "a": ${given.b}`;');
  expect(made('en', 'wall')).toContain('export const a: string = "Wall";');
});

test('a subject in two files of one language is refused', () => {
  generate({ en: { a: 'A' } });
  write('en/forum.json', { feed: { b: 'B' } });
  expect(again).toThrow(/en\/photos\.json: feed is also in forum\.json/);
});

test('a subject must be in the same file as in English', () => {
  generate({ en: { a: 'A' }, fr: { a: 'A' } });
  write('fr/photos.json', {});
  write('fr/forum.json', { feed: { a: 'A' } });
  expect(again).toThrow(/fr\/forum\.json: feed belongs in photos\.json, as in English/);
  write('fr/forum.json', { wall: { a: 'A' } });
  expect(again).toThrow(/fr\/forum\.json: wall is surplus: English has no such subject/);
});

test('a message outside a subject is refused', () => {
  generate({ en: { a: 'A' } });
  write('en/photos.json', { a: 'A' });
  expect(again).toThrow(/en\/photos\.json: a is not a subject/);
});

test('subject names must be kebab-case and differ from module names', () => {
  expect(() => generate({ en: { a: 'A' } }, 'format')).toThrow(/en\/photos\.json: format is not a valid subject name/);
  expect(() => generate({ en: { a: 'A' } }, 'photoFeed')).toThrow(/photoFeed is not a valid subject name/);
});
