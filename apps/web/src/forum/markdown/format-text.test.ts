import { expect, test } from 'vitest';
import { quoteAt, quoteText } from '~/forum/writing/quote-text.ts';
import { edited } from '~/platform/lib/edit-field.ts';
import { hasMutedWord } from '~/platform/text/use-muted-words.ts';
import { continueList, type Format, formatText } from './format-text.ts';
import { parseHtml, wordsOf } from './parse-html.ts';
import { findPending, hasPending, imageMarkdown, pendingMark, withoutPending } from './pending-images.ts';

/** Parses a text whose selection is marked by these brackets. */
function selection(marked: string) {
  const from = marked.indexOf('⟦');
  const text = marked.replaceAll(/[⟦⟧]/g, '');
  return { text, from, to: marked.indexOf('⟧') - 1 };
}

function format(marked: string, name: Format): string {
  const selected = selection(marked);
  const edit = formatText(selected, name);
  const text = edited(selected.text, edit);
  const [from, to] = edit.select ?? [edit.from + edit.text.length, edit.from + edit.text.length];
  return `${text.slice(0, from)}⟦${text.slice(from, to)}⟧${text.slice(to)}`;
}

test.each<[Format, string, string]>([
  ['bold', 'a ⟦word⟧ here', 'a **⟦word⟧** here'],
  ['bold', 'a **⟦word⟧** here', 'a ⟦word⟧ here'],
  ['bold', 'a ⟦**word**⟧ here', 'a ⟦word⟧ here'],
  ['bold', 'a⟦ word ⟧here', 'a **⟦word⟧** here'],
  ['bold', 'here ⟦⟧', 'here **⟦⟧**'],
  ['italic', '⟦word⟧', '_⟦word⟧_'],
  ['code', '⟦x = 1⟧', '`⟦x = 1⟧`'],
  ['code', '⟦a `b` c⟧', '`` ⟦a `b` c⟧ ``'],
  ['code', 'See:⟦one\ntwo⟧', 'See:\n```\n⟦one\ntwo⟧\n```'],
  ['link', 'the ⟦Osun grove⟧', 'the [Osun grove](⟦https://⟧)'],
  ['link', '⟦https://example.org⟧', '[⟦⟧](https://example.org)'],
  ['link', '⟦⟧', '[⟦⟧](https://)'],
])('%s: %s becomes %s', (name, before, after) => expect(format(before, name)).toBe(after));

test.each<[Format, string, string]>([
  ['heading', 'A ⟦⟧title', '## A ⟦⟧title'],
  ['heading', '### A title⟦⟧', 'A title⟦⟧'],
  ['quote', 'o⟦ne\n\ntw⟧o', '⟦> one\n> \n> two⟧'],
  ['quote', '⟦> one\n> two⟧', '⟦one\ntwo⟧'],
  ['list', 'before\n⟦one\n\ntwo⟧', 'before\n⟦- one\n\n- two⟧'],
  ['list', '⟦⟧', '- ⟦⟧'],
  ['numbered', '⟦one\ntwo⟧', '⟦1. one\n2. two⟧'],
  ['numbered', '⟦- one\n- two⟧', '⟦1. one\n2. two⟧'],
  ['numbered', '⟦1. one\n2. two⟧', '⟦one\ntwo⟧'],
])('%s applies to whole lines: %j becomes %j', (name, before, after) => expect(format(before, name)).toBe(after));

/** `|` marks the caret. */
function enter(marked: string): string | null {
  const from = marked.indexOf('|');
  const text = marked.replace('|', '');
  const edit = continueList({ text, from, to: from });
  if (edit === null) return null;
  const index = edit.from + edit.text.length;
  const after = edited(text, edit);
  return `${after.slice(0, index)}|${after.slice(index)}`;
}

test.each([
  ['- one|', '- one\n- |'],
  ['  * one|', '  * one\n  * |'],
  ['9. nine|', '9. nine\n10. |'],
  ['3) three|', '3) three\n4) |'],
  ['> said|', '> said\n> |'],
  ['>said|', '>said\n> |'],
  ['> - one|', '> - one\n> - |'],
  ['> [!quote 0192]|', '> [!quote 0192]\n> |'],
  ['- one| and two', '- one\n- | and two'],
])('Enter continues the list: %j', (before, after) => expect(enter(before)).toBe(after));

test.each([
  ['- one\n- |', '- one\n|'],
  ['1. one\n2. |\nafter', '1. one\n|\nafter'],
  ['> said\n> |', '> said\n|'],
  ['> - one\n> - |', '> - one\n> |'],
])('Enter ends the list at an empty item: %j', (before, after) => expect(enter(before)).toBe(after));

test.each(['words|', '  indented|', '-not a list|', '1.5 metres|', '---|', '|- one', '```\n- code|', ''])(
  'Enter keeps the browser’s default: %j',
  (text) => expect(enter(text.includes('|') ? text : `${text}|`)).toBeNull(),
);

test('lists continue after a closed code block', () => expect(enter('```\ncode\n```\n- one|')).toBe('```\ncode\n```\n- one\n- |'));

test('the placeholder of an uploading image is found by id, whatever the file’s name', () => {
  const mark = pendingMark('0a1b', 'Adding [odd] name.jpg…');
  const text = `Before ${mark} after ${pendingMark('ffff', 'Adding two')}`;
  expect(findPending(text, '0a1b')).toEqual({ from: 7, to: 7 + mark.length });
  expect(findPending(text, '0a1c')).toBeNull();
});

test('drafts and posts leave out placeholders and keep uploaded images', () => {
  const text = `A ${pendingMark('0a1b', 'Adding')} and ![words](photo:01)`;
  expect(hasPending(text)).toBe(true);
  expect(withoutPending(text)).toBe('A  and ![words](photo:01)');
  expect(hasPending(withoutPending(text))).toBe(false);
});

const wordsIn = (html: string, withoutQuotes?: boolean) =>
  parseHtml(html)
    .map((node) => wordsOf(node, withoutQuotes))
    .join(' ');

test('the plain text of HTML has no tags or marks', () => {
  expect(hasMutedWord(['class'], wordsIn('<p class="x">Rain &amp; snow</p>'))).toBe(false);
  expect(hasMutedWord(['amp'], wordsIn('<p>Rain &amp; snow</p>'))).toBe(false);
  expect(hasMutedWord(['rain snow'], wordsIn('<p>Rain &amp; <b>snow</b></p>'))).toBe(true);
});

test('attributions are left out of the plain text, and quotes on request', () => {
  const html = '<blockquote><p class="source"><a href="/x" data-author="Rain">Rain wrote</a></p><p>snow</p></blockquote><p>sun</p>';
  expect(wordsIn(html, true).trim()).toBe('sun');
  expect(hasMutedWord(['rain'], wordsIn(html))).toBe(false);
  expect(hasMutedWord(['snow'], wordsIn(html))).toBe(true);
});

test('Markdown characters in a description are escaped, on one line', () => {
  expect(imageMarkdown('01', ' A *red*\n [cloth]\\ ')).toBe(String.raw`![A \*red\* \[cloth\]\\](photo:01)`);
});

test('an image without a description has an empty alternative text', () => {
  expect(imageMarkdown('01', '')).toBe('![](photo:01)');
});

const id = '01890000-0000-7000-8000-000000000001';

test('a quote links to its post, marks each line and ends with an empty line', () => {
  expect(quoteText(id, ' one\n\n\ntwo \n')).toBe(`> [!quote ${id}]\n> one\n>\n> two\n\n`);
});

test.each([
  ['2 * 3 * 4', '2 \\* 3 \\* 4'],
  ['snake_case stays, _this_ would not', 'snake_case stays, \\_this\\_ would not'],
  ['[a](b) <b> `c` \\', '\\[a\\](b) \\<b> \\`c\\` \\\\'],
  ['# no heading', '\\# no heading'],
  ['- no list', '\\- no list'],
  ['3. no list', '3\\. no list'],
  ['Ẹ ṣé, @ada!', 'Ẹ ṣé, @ada!'],
])('selected words are quoted literally: %s', (read, written) => {
  expect(quoteText(id, read)).toBe(`> [!quote ${id}]\n> ${written}\n\n`);
});

test('a quote starts on its own line', () => {
  expect(quoteAt('', 0, '> q')).toBe('> q');
  expect(quoteAt('Words', 5, '> q')).toBe('\n\n> q');
  expect(quoteAt('Words\n', 6, '> q')).toBe('\n> q');
  expect(quoteAt('Words\n\n', 7, '> q')).toBe('> q');
});
