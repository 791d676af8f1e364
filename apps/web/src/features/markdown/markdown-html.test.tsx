import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '~/testing/render-screen.tsx';
import { MarkdownHtml } from './markdown-html.tsx';
import { parseHtml } from './parse-html.ts';

const drawn = async (html: string): Promise<string> => {
  const { container } = await renderScreen(<MarkdownHtml html={html} />);
  return container.querySelector('.markdown')?.innerHTML ?? '';
};

test('what the server renders comes out as it is', async () => {
  const html = '<p>Two <em>dips</em> &amp; <code>a &lt; b</code><br>\nmore</p><ol start="3"><li>one</li></ol>';
  // Each block runs in the direction of its own first letter.
  expect(await drawn(html)).toBe(html.replaceAll(/<(p|ol)(?= start|>)([^>]*)>/g, '<$1$2 dir="auto">'));
});

test('words that look like HTML stay words', () => {
  expect(parseHtml('<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;</p>')).toEqual([
    { tag: 'p', attributes: {}, children: ['<script>alert(1)</script> &lt;'] },
  ]);
});

test('nothing becomes an element that is not allowed', async () => {
  const html = '<p>a</p><script>alert(1)</script><iframe src="/x"></iframe><svg><p>b</p></svg><style>p{}</style><p onclick="x()">c</p>';
  const shown = await drawn(html);
  expect(shown).not.toMatch(/<(?:script|iframe|svg|style)|onclick/);
  expect(shown).toContain('<p dir="auto">c</p>');
});

test('links lead to the web, to mail, and within the community, and nowhere else', async () => {
  await renderScreen(
    <MarkdownHtml html='<p><a href="https://example.org/" rel="nofollow ugc noopener">out</a> <a class="mention" href="/user/nkem">@nkem</a> <a href="javascript:alert(1)">bad</a> <a href="//evil.example">worse</a></p>' />,
  );
  expect(screen.getByRole('link', { name: 'out' })).toHaveProperty('rel', 'nofollow ugc noopener');
  expect(screen.getByRole('link', { name: '@nkem' }).getAttribute('href')).toBe('/user/nkem');
  expect(screen.getAllByRole('link')).toHaveLength(2);
  expect(screen.getByText(/bad/)).toBeDefined();
});

test('what the server says of photos and quotes is said in the words of this page', async () => {
  const html =
    '<p><span class="photo-gone">Hii picha haipo</span></p><p class="source"><a href="/forum/t/1/a/2" data-author="Nkem &amp; Co">in Swahili</a></p>';
  const shown = await drawn(html);
  expect(shown).toContain('<span class="photo-gone">This photo is not available</span>');
  expect(screen.getByRole('link', { name: 'Nkem & Co wrote' }).getAttribute('href')).toBe('/forum/t/1/a/2');
});

test('HTML that is broken off is shown as far as it goes', () => {
  expect(parseHtml('<p>one <em>two')).toEqual([
    { tag: 'p', attributes: {}, children: ['one ', { tag: 'em', attributes: {}, children: ['two'] }] },
  ]);
});
