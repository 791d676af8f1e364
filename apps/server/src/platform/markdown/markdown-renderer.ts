import * as limits from '@mbari/contract/platform/limits';
import { hashtagsIn, mentionsIn } from '@mbari/contract/platform/parse-text';
import MarkdownIt, { type Env, type MarkdownIt as Parser, type Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { safeAddress } from './safe-address.ts';

/** Version stored with rendered HTML. Increase it when the output changes. */
export const htmlVersion = 5;
/** HTML below this version is re-rendered on read, without line breaks at single line ends. */
export const flowingHtmlVersion = 4;

/** Limits per text: tables or reference links can turn a few thousand characters into a megabyte of HTML. */
const budget = { tokens: 8_000, html: 300_000, addresses: 100_000 };

/**
 * Sanitized HTML with placeholders for what changes later: mentioned names, photos and their visibility, quote sources.
 * `fillIn` in `views.ts` replaces them.
 */
export interface RenderedMarkdown {
  html: string;
  /** Text for search, excerpts and mail, without quotes of other posts. */
  plain: string;
  mentions: string[];
  images: { id: string; alt: string }[];
  tags: string[];
}

export class MarkdownTooComplex extends Error {}

/** Creates a parser of CommonMark with tables, strikethrough and autolinks. Raw HTML is shown as text. */
export function createParser({ html = false }: { html?: boolean } = {}): Parser {
  const parser = new MarkdownIt({ html, linkify: true, xhtmlOut: html });
  // Does not link `post.ly` in a sentence.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false });
  let address: RegExp | undefined;
  parser.linkify.add('www.', {
    validate(text, position, { re }) {
      address ??= new RegExp(`(${re.get_url_host_port().source})${re.get_path().source}`, 'iy');
      address.lastIndex = position;
      const [whole = '', host = ''] = address.exec(text) ?? [];
      return host.includes('.') ? whole.length : 0;
    },
    normalize: (match) => void (match.url = `https://${match.url}`),
  });
  return parser;
}

const parser = createParser().use(cjkFriendly);
// Accepts every link and image here; the renderer decides which to keep.
parser.validateLink = () => true;
// An address is shown decoded. PostgreSQL cannot store the zero byte of `%00`.
const decodeLinkText = parser.normalizeLinkText.bind(parser);
parser.normalizeLinkText = (url) => decodeLinkText(url).replaceAll('\0', '\ufffd');
showUnusedDefinitions(parser);

interface Definitions extends Env {
  used: Set<string>;
  unused: ReadonlySet<string>;
}

/** Parses a text. Keeps unused link definitions as text, so that nothing a member typed disappears. */
function parse(body: string): Token[] {
  const env: Definitions = { used: new Set(), unused: new Set() };
  const tokens = parser.parse(body, env);
  const unused = Object.keys(env.references ?? {}).filter((label) => !env.used.has(label));
  return unused.length === 0 ? tokens : parser.parse(body, { used: new Set(), unused: new Set(unused) } satisfies Definitions);
}

/** Keeps unused footnotes and definitions as text. */
function showUnusedDefinitions({ block, core }: Parser): void {
  const define = block.ruler.getRules('').find(({ name }) => name === 'reference')!;
  block.ruler.at('reference', (state, startLine, endLine, silent) => {
    const env = state.env as Definitions;
    const { line } = state;
    const before = env.references;
    env.references = {};
    const isDefinition = define(state, startLine, endLine, silent);
    const [label = '', reference = { href: '', title: '' }] = Object.entries(env.references)[0] ?? [];
    const { href } = reference;
    env.references = before ?? {};
    if (!isDefinition) return false;
    if (label.startsWith('^') || env.unused.has(label) || (safeAddress(href) === null && !href.startsWith('photo:'))) {
      state.line = line;
      return false;
    }
    env.references[label] ??= reference;
    return true;
  });
  core.ruler.after('block', 'track references', (state) => {
    const env = state.env as Definitions;
    env.references &&= new Proxy(env.references, {
      get(references, label: string) {
        if (Object.hasOwn(references, label)) env.used.add(label);
        return references[label];
      },
    });
  });
}

export interface RenderOptions {
  /** Turns single line ends into line breaks. Off for older texts. */
  keepsLines?: boolean;
}

export function renderMarkdown(body: string, { keepsLines = true }: RenderOptions = {}): RenderedMarkdown {
  const tokens = parse(body);
  if (countTokens(tokens) > budget.tokens) throw new MarkdownTooComplex('too many parts');
  return new Rendering(keepsLines).render(tokens);
}

export const asPlainText = (body: string): RenderedMarkdown => ({
  html: `<p>${escapeHtml(body)}</p>\n`,
  plain: body.replaceAll(/\s+/g, ' ').trim(),
  mentions: [],
  images: [],
  tags: [],
});

const countTokens = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { children }) => sum + 1 + (children ? countTokens(children) : 0), 0);

const plainElements: Record<string, string> = {
  paragraph: 'p',
  bullet_list: 'ul',
  list_item: 'li',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  em: 'em',
  strong: 'strong',
  s: 's',
};

const quoteMark = /^\[!quote ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\][ \t]*/;

interface NumberedList {
  next: number;
  isTyped: boolean;
  outer: NumberedList | undefined;
}

class Rendering {
  #html = '';
  #plain = '';
  #addresses = 0;
  readonly #mentions = new Set<string>();
  readonly #images: RenderedMarkdown['images'] = [];
  readonly #tags = new Set<string>();
  /** Open links: the address if allowed, and where the link text begins. Nested links are not allowed. */
  readonly #links: { address: string | null; wordsAt: number }[] = [];
  /** Open quotes: true for a quote of another post. */
  readonly #quotes: boolean[] = [];
  #numbers: NumberedList | undefined;
  readonly #keepsLines: boolean;

  constructor(keepsLines: boolean) {
    this.#keepsLines = keepsLines;
  }

  render(tokens: readonly Token[]): RenderedMarkdown {
    tokens.forEach((token, index) => this.#block(token, tokens, index));
    const plain = this.#plain.replaceAll(/\s+/g, ' ').trim();
    return { html: this.#html, plain, mentions: [...this.#mentions], images: this.#images, tags: [...this.#tags] };
  }

  #write(html: string): void {
    this.#html += html;
    if (this.#html.length > budget.html) throw new MarkdownTooComplex('too much HTML');
  }

  #say(words: string): void {
    if (!this.#quotes.includes(true)) this.#plain += words;
  }

  #block(token: Token, tokens: readonly Token[], index: number): void {
    if (token.type === 'inline') return token.children?.forEach((child) => this.#inline(child));
    if (token.nesting <= 0) this.#say(' ');
    if (token.type === 'fence' || token.type === 'code_block') return this.#code(token);
    if (token.type === 'hr') return this.#write('<hr>\n');
    if (token.type === 'blockquote_open') return this.#openQuote(tokens, index);
    if (token.type === 'ordered_list_close') this.#numbers = this.#numbers?.outer;
    if (token.type === 'blockquote_close') {
      this.#quotes.pop();
      return this.#write('</blockquote>\n');
    }
    if (token.type === 'ordered_list_open') return this.#openNumbered(token, tokens, index);
    if (token.type === 'list_item_open' && token.info !== '') return this.#openItem(Number(token.info));
    // markdown-it hides the paragraphs of a tight list.
    if (!token.hidden) this.#element(token);
    else if (token.nesting < 0) this.#write('\n');
  }

  /** Writes an element of the allow list, with at most one attribute. Unknown elements are dropped. */
  #element(token: Token): void {
    const name = token.type.replace(/_(?:open|close)$/, '');
    const tag = plainElements[name] ?? (name === 'heading' ? headingOf(token.tag) : undefined) ?? otherElements[name];
    if (tag === undefined) return;
    if (token.nesting < 0) return this.#write(`</${tag}>${isInline(name) ? '' : '\n'}`);
    this.#write(`<${tag}${attributeOf(name, token)}>`);
  }

  /** Keeps the typed numbers if they all differ, so years stay years. A list of repeated `1.` is numbered automatically. */
  #openNumbered({ level }: Token, tokens: readonly Token[], index: number): void {
    const numbers: number[] = [];
    for (let position = index + 1; position < tokens.length; position += 1) {
      const token = tokens[position]!;
      if (token.type === 'ordered_list_close' && token.level === level) break;
      if (token.type === 'list_item_open' && token.level === level + 1) numbers.push(Number(token.info));
    }
    const isTyped = new Set(numbers).size === numbers.length;
    const [first = 1] = numbers;
    const largest = isTyped ? Math.max(...numbers) : first + numbers.length - 1;
    this.#numbers = { next: first, isTyped, outer: this.#numbers };
    this.#write(`<ol${first === 1 ? '' : ` start="${first}"`}${largest >= 100 ? ' class="wide-numbers"' : ''}>`);
  }

  #openItem(number: number): void {
    const list = this.#numbers!;
    this.#write(list.isTyped && number !== list.next ? `<li value="${number}">` : '<li>');
    list.next = list.isTyped ? number + 1 : list.next + 1;
  }

  /** Opens a quote. `> [!quote ID]` names the post it quotes; `lines` lets `foldBody` cut the same quote out of the Markdown. */
  #openQuote(tokens: readonly Token[], index: number): void {
    const [from, to] = tokens[index]?.map ?? [0, 0];
    const first = tokens[index + 1]?.type === 'paragraph_open' ? tokens[index + 2]?.children?.[0] : undefined;
    const [mark = '', postId] = quoteMark.exec(first?.content ?? '') ?? [];
    this.#quotes.push(postId !== undefined);
    if (first && postId !== undefined) {
      first.content = first.content.slice(mark.length);
      return this.#write(`<blockquote class="quote"><mb-source id="${postId}" lines="${from}-${to}"></mb-source>\n`);
    }
    this.#write('<blockquote>\n');
  }

  #code({ info, content }: Token): void {
    const language = /^[\w+#-]{1,20}/.exec(info.trim())?.[0];
    this.#say(content);
    this.#write(`<pre><code${language === undefined ? '' : ` class="language-${language}"`}>${escapeHtml(content)}</code></pre>\n`);
  }

  #inline(token: Token): void {
    switch (token.type) {
      case 'text':
      case 'text_special':
        return this.#text(token.content);
      case 'code_inline':
        this.#say(token.content);
        return this.#write(`<code>${escapeHtml(token.content)}</code>`);
      case 'softbreak':
      case 'hardbreak':
        this.#say(' ');
        return this.#write(token.type === 'hardbreak' || this.#keepsLines ? '<br>\n' : '\n');
      case 'link_open':
        return this.#openLink(token);
      case 'link_close':
        return this.#closeLink();
      case 'image':
        return this.#image(token);
      default:
        return this.#element(token);
    }
  }

  #text(text: string): void {
    this.#say(text);
    if (this.#isInLink) return this.#write(escapeHtml(text));
    let from = 0;
    const mentions = mentionsIn(text).map((naming) => ({ ...naming, show: () => this.#name(naming.written) }));
    const hashtags = hashtagsIn(text).map((tag) => ({ ...tag, show: () => this.#tag(tag.written, text.charAt(tag.at)) }));
    for (const { at, written, show } of [...mentions, ...hashtags].toSorted((a, b) => a.at - b.at)) {
      this.#write(escapeHtml(text.slice(from, at)));
      show();
      from = at + 1 + written.length;
    }
    this.#write(escapeHtml(text.slice(from)));
  }

  /** Writes a mention. Inside a quote the name is plain text, because quotes notify nobody. */
  #name(text: string): void {
    if (this.#quotes.length > 0) return this.#write(`@${text}`);
    this.#write(`<mb-member>${text}</mb-member>`);
    this.#mentions.add(text.toLowerCase());
  }

  /** Writes a tag. Inside a quote of another post it links but does not tag this post. Tags contain no character that HTML must escape. */
  #tag(text: string, sign: string): void {
    this.#write(`<a class="hashtag" href="${this.#spend(`/tag/${encodeURIComponent(text.normalize('NFC'))}`)}">${sign}${text}</a>`);
    if (!this.#quotes.includes(true)) this.#tags.add(text);
  }

  #openLink(token: Token): void {
    const address = this.#isInLink ? null : this.#spend(safeAddress(attribute(token, 'href')));
    if (address !== null) this.#write(linkTo(address));
    this.#links.push({ address, wordsAt: this.#html.length });
  }

  /** A link without text shows its address. */
  #closeLink(): void {
    const { address, wordsAt } = this.#links.pop()!;
    if (address !== null) this.#write(`${this.#html.length === wordsAt ? escapeHtml(address) : ''}</a>`);
  }

  get #isInLink(): boolean {
    return this.#links.some(({ address }) => address !== null);
  }

  /** Shows the community's own photos. Images from elsewhere become links, because loading them would reveal the reader to another server. */
  #image(token: Token): void {
    const alt = token.children ? wordsOf(token.children) : token.content;
    const source = attribute(token, 'src');
    const photoId = /^photo:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(source)?.[1];
    this.#say(alt);
    if (this.#isInLink) return this.#write(escapeHtml(alt));
    if (photoId !== undefined) return this.#photo(photoId, alt);
    const address = this.#spend(safeAddress(source));
    this.#write(address === null ? escapeHtml(alt) : `${linkTo(address)}${escapeHtml(alt === '' ? address : alt)}</a>`);
  }

  /** Writes a photo's placeholder; in a quote of another post, only its alternative text. */
  #photo(id: string, alt: string): void {
    if (this.#quotes.includes(true)) return this.#write(escapeHtml(alt));
    this.#images.push({ id, alt });
    this.#write(this.#images.length > limits.forumImages ? escapeHtml(alt) : `<mb-photo id="${id}">${escapeHtml(alt)}</mb-photo>`);
  }

  #spend(address: string | null): string | null {
    this.#addresses += address?.length ?? 0;
    if (this.#addresses > budget.addresses) throw new MarkdownTooComplex('too much of addresses');
    return address;
  }
}

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

const linkTo = (address: string): string => `<a href="${escapeHtml(address)}" rel="nofollow ugc noopener">`;

/** Moves headings down two levels, because the page and the topic use h1 and h2. */
const headingOf = (tag: string): string => `h${Math.min(6, Number(tag.slice(1)) + 2)}`;

const otherElements: Record<string, string> = { ordered_list: 'ol', th: 'th', td: 'td' };

const isInline = (name: string): boolean => ['em', 'strong', 's'].includes(name);

function attributeOf(name: string, token: Token): string {
  const aligned = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1];
  return aligned !== undefined && (name === 'th' || name === 'td') ? ` class="align-${aligned}"` : '';
}

const wordsOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, children, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : children ? wordsOf(children) : content))
    .join('');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
