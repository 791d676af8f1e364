import { expect, test } from 'vitest';
import { hasMutedWord } from '~/platform/text/has-muted-word.ts';
import { parseHtml, wordsOf } from './parse-html.ts';

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
