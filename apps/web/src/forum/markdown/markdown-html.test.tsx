import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { MarkdownHtml } from './markdown-html.tsx';
import { parseHtml } from './parse-html.ts';

const renderHtml = async (html: string): Promise<string> => {
  const { container } = await renderScreen(<MarkdownHtml html={html} />);
  return container.querySelector('.markdown')?.innerHTML ?? '';
};

test('the server’s HTML is rendered unchanged', async () => {
  const html = '<p>Two <em>dips</em> &amp; <code>a &lt; b</code><br>\nmore</p><ol start="3"><li>one</li></ol>';
  // Each block takes its direction from its first letter.
  expect(await renderHtml(html)).toBe(html.replaceAll(/<(p|ol)(?= start|>)([^>]*)>/g, '<$1$2 dir="auto">'));
});

test('headings start below the page title and skip no level', async () => {
  await renderScreen(<MarkdownHtml html="<h4>Paste</h4><h6>Cassava</h6><blockquote><h4>Wax</h4></blockquote><h3>Dips</h3><h5>Nine</h5>" />);
  const levels = screen.getAllByRole('heading').map((heading) => `${heading.getAttribute('aria-level')} ${heading.textContent}`);
  expect(levels).toEqual(['2 Paste', '3 Cassava', '2 Wax', '2 Dips', '3 Nine']);
});

test('escaped HTML stays text', () => {
  expect(parseHtml('<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;</p>')).toEqual([
    { tag: 'p', attributes: {}, children: ['<script>alert(1)</script> &lt;'] },
  ]);
});

test('only allowed elements are rendered', async () => {
  const html = '<p>a</p><script>alert(1)</script><iframe src="/x"></iframe><svg><p>b</p></svg><style>p{}</style><p onclick="x()">c</p>';
  const rendered = await renderHtml(html);
  expect(rendered).not.toMatch(/<(?:script|iframe|svg|style)|onclick/);
  expect(rendered).toContain('<p dir="auto">c</p>');
});

test('links lead only to the web, to mail and within the site', async () => {
  await renderScreen(
    <MarkdownHtml html='<p><a href="https://example.org/" rel="nofollow ugc noopener">out</a> <a class="mention" href="/user/nkem">@nkem</a> <a href="javascript:alert(1)">bad</a> <a href="//evil.example">worse</a></p>' />,
  );
  expect(screen.getByRole('link', { name: 'out' })).toHaveProperty('rel', 'nofollow ugc noopener');
  expect(screen.getByRole('link', { name: '@nkem' }).getAttribute('href')).toBe('/user/nkem');
  expect(screen.getAllByRole('link')).toHaveLength(2);
  expect(screen.getByText(/bad/)).toBeDefined();
});

test('a leading name or tag does not change the text direction', async () => {
  const html = '<p><a class="mention" href="/user/nkem">@nkem</a> نعم <a class="hashtag" href="/tag/a">#a</a> <a href="/plans">b</a></p>';
  await renderScreen(<MarkdownHtml html={html} />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('dir'))).toEqual(['ltr', 'auto', null]);
});

test('notes about photos and quotes use the page’s language', async () => {
  const html =
    '<p><span class="photo-gone">Hii picha haipo</span></p><p class="source"><a href="/forum/t/1/a/2" data-author="Nkem &amp; Co">in Swahili</a></p>';
  const rendered = await renderHtml(html);
  expect(rendered).toContain('<span class="photo-gone">This photo is not available</span>');
  expect(screen.getByRole('link', { name: 'Nkem & Co wrote' }).getAttribute('href')).toBe('/forum/t/1/a/2');
});

const quoting = (author: string) =>
  `<blockquote><p class="source"><a href="/forum/t/1/a/2" data-author="${author}">x</a></p><p>The election</p></blockquote><p>Indeed</p>`;

test('a quote with a muted word folds, and opens on click', async () => {
  const { forum_settings, ...member } = aMember();
  signIn('token', { ...member, forum_settings: { ...forum_settings, muted_words: ['election'] } });
  const { user } = await renderScreen(<MarkdownHtml html={quoting('Ada')} authorId="somebody" />);
  expect(screen.getByText('This quote contains a word you muted.', { exact: false })).toBeDefined();
  expect(screen.getByText('Indeed')).toBeDefined();
  expect(screen.queryByText('The election')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('The election').closest('blockquote')).toBe(document.activeElement);
});

test('quotes of the viewer’s own text and quotes without author do not fold', async () => {
  const { forum_settings, ...member } = aMember();
  signIn('token', { ...member, forum_settings: { ...forum_settings, muted_words: ['election'] } });
  await renderScreen(<MarkdownHtml html={quoting(member.name)} authorId="somebody" />);
  await renderScreen(<MarkdownHtml html={quoting('Ada')} />);
  expect(screen.getAllByText('The election')).toHaveLength(2);
});

test('parsing truncated HTML closes the open elements', () => {
  expect(parseHtml('<p>one <em>two')).toEqual([
    { tag: 'p', attributes: {}, children: ['one ', { tag: 'em', attributes: {}, children: ['two'] }] },
  ]);
});
