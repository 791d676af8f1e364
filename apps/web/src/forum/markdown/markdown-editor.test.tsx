import { previewMarkdown } from '@mbari/contract/forum/posts';
import { listMembers } from '@mbari/contract/people/directory';
import type { Author } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { MarkdownEditor } from './markdown-editor.tsx';
import { MarkdownHtml } from './markdown-html.tsx';
import { parseHtml } from './parse-html.ts';
import type { OnFiles } from './pending-images.ts';

describe('markdown editor', () => {
  const ada = { id: 'ada', username: 'adaeze', name: 'Adaeze Obi', avatar_url: null, profile: { profile_image: null } } as Author;

  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    server.answer(listMembers, { data: [], meta: {} } as never);
    signIn('a-token', aMember());
  });

  function Writing({ start = '', beside, onFiles, onSend }: { start?: string; beside?: boolean; onFiles?: OnFiles; onSend?: () => void }) {
    const [text, setText] = useState(start);
    return (
      <MarkdownEditor
        label="Your text"
        value={text}
        onChange={setText}
        participants={() => [ada]}
        {...(beside && { beside })}
        {...(onFiles && { onFiles })}
        {...(onSend && { onSend })}
      />
    );
  }

  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your text');
  const button = (name: string) => screen.getByRole('button', { name });

  test('Enter continues a list and ends it at an empty item', async () => {
    const { user } = await renderScreen(<Writing />);
    await user.type(field(), '- one{Enter}two{Enter}{Enter}after');
    expect(field().value).toBe('- one\n- two\nafter');
  });

  test('every change can be undone', async () => {
    const { user } = await renderScreen(<Writing start="a word" />);
    const typed = vi.spyOn(document, 'execCommand');
    field().setSelectionRange(2, 6);
    await user.click(button('Bold'));
    expect(typed.mock.calls).toEqual([['insertText', false, '**word**']]);
    expect(field().value).toBe('a **word**');
    expect([field().selectionStart, field().selectionEnd]).toEqual([4, 8]);
    typed.mockRestore();
  });

  test('the toolbar formats text even if the browser lacks insertText', async () => {
    const typed = vi.spyOn(document, 'execCommand').mockReturnValue(false);
    await renderScreen(<Writing start="a word" />);
    field().setSelectionRange(2, 6);
    fireEvent.click(button('Italic'));
    expect(field().value).toBe('a _word_');
    typed.mockRestore();
  });

  test('shortcuts apply formats, and Ctrl+Enter sends', async () => {
    const onSend = vi.fn();
    const { user } = await renderScreen(<Writing start="word" onSend={onSend} />);
    await user.click(field());
    field().setSelectionRange(0, 4);
    await user.keyboard('{Control>}b{/Control}');
    expect(field().value).toBe('**word**');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  test('the toolbar is one tab stop with arrow keys', async () => {
    const { user } = await renderScreen(<Writing />);
    button('Bold').focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(button('Italic'));
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(button('Link'));
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(button('Bold'));
    expect(screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([button('Bold')]);
  });

  test('an @ suggests participants, and Enter inserts one instead of a new line', async () => {
    const { user } = await renderScreen(<Writing />);
    await user.type(field(), '- ask @ada');
    expect(await screen.findByRole('option')).toBeDefined();
    await user.keyboard('{Enter}');
    expect(field().value).toBe('- ask @adaeze ');
  });

  test('pasting a URL over words makes them a link', async () => {
    const { user } = await renderScreen(<Writing start="the grove" />);
    await user.click(field());
    field().setSelectionRange(4, 9);
    await user.paste('https://example.org/grove');
    expect(field().value).toBe('the [grove](https://example.org/grove)');
  });

  test('files leave a placeholder while uploading, and text typed meanwhile stays', async () => {
    let arrive: (markdown: string) => void = () => undefined;
    const taken: string[][] = [];
    const onFiles: OnFiles = (files) => {
      taken.push(files.map(({ name }) => name));
      return new Promise((resolve) => (arrive = resolve));
    };
    const { user } = await renderScreen(<Writing start="Look:" onFiles={onFiles} />);
    await user.click(field());
    field().setSelectionRange(5, 5);
    fireEvent.drop(field(), { dataTransfer: { types: ['Files'], files: [new File(['x'], 'vat.jpg', { type: 'image/jpeg' })] } });
    expect(taken).toEqual([['vat.jpg']]);
    expect(field().value).toMatch(/^Look:!\[Adding vat\.jpg…\]\(pending:[0-9a-f]+\)$/);
    await user.keyboard(' and so on');
    arrive('![A vat](photo:01)');
    await expect.poll(() => field().value).toBe('Look:![A vat](photo:01) and so on');
  });

  test('failed uploads remove their placeholder', async () => {
    const { user } = await renderScreen(<Writing onFiles={() => Promise.reject(new Error('offline'))} />);
    await user.type(field(), 'Look');
    fireEvent.drop(field(), { dataTransfer: { types: ['Files'], files: [new File(['x'], 'vat.jpg')] } });
    await expect.poll(() => field().value).toBe('Look');
  });

  test('the preview shows the server’s rendering', async () => {
    server.answer(previewMarkdown, { data: { body_html: '<p>A <strong>word</strong></p>' } });
    const { user } = await renderScreen(<Writing start="A **word**" />);
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    expect((await screen.findByText('word')).tagName).toBe('STRONG');
    expect(server.bodiesOf(previewMarkdown)).toEqual([{ body: 'A **word**' }]);
    await user.click(screen.getByRole('tab', { name: 'Write' }));
    expect(field().value).toBe('A **word**');
  });

  test('remaining characters are announced near the limit, and the field is invalid beyond it', async () => {
    const { user } = await renderScreen(<Writing start={'x'.repeat(limits.forumBody - 1)} />);
    expect(screen.getByText('1 character left')).toBeDefined();
    await user.type(field(), 'yz');
    expect(screen.getByText('1 character too many')).toBeDefined();
    expect(field().getAttribute('aria-invalid')).toBe('true');
  });

  test('the Enter that ends an IME conversion in Safari neither continues a list nor sends', async () => {
    const onSend = vi.fn();
    await renderScreen(<Writing start="- first" onSend={onSend} />);
    field().setSelectionRange(7, 7);
    const untouched = fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229, ctrlKey: true });
    expect(untouched).toBe(true);
    expect(field().value).toBe('- first');
    expect(onSend).not.toHaveBeenCalled();
  });

  test('on a wide screen, the preview appears beside the text, but not beside an empty field', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
    server.answer(previewMarkdown, { data: { body_html: '<p>Salt</p>' } });
    const { user } = await renderScreen(<Writing beside />);
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    await user.type(field(), 'Salt');
    expect(await screen.findByRole('region', { name: 'Preview' })).toBeTruthy();
  });
});

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
