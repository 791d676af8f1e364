import type { Image } from '@mbari/contract/photos/posts';
import { possibleUsernames } from '@mbari/contract/platform/parse-text';
import type { Context } from '../context.ts';
import { answers } from '../languages.ts';
import { invalid, Refusal } from '../refusal.ts';
import { asPlainText, MarkdownTooComplex, type RenderedMarkdown, type RenderOptions } from './markdown-renderer.ts';
import { MarkdownBusy } from './markdown.ts';

/** Renders a member's text. Throws `validation` if it is too complex. */
export async function renderBody(context: Pick<Context, 'markdown'>, body: string): Promise<RenderedMarkdown> {
  const rendered = await renderWithin(context, body);
  if (!rendered) throw invalid({ body: ['textTooComplex'] });
  return rendered;
}

/** Re-renders an older text without keeping single line ends. A text over today's limits becomes plain text. */
export const rerender = async (context: Pick<Context, 'markdown'>, body: string): Promise<RenderedMarkdown> =>
  (await renderWithin(context, body, { keepsLines: false })) ?? asPlainText(body);

async function renderWithin(
  { markdown }: Pick<Context, 'markdown'>,
  body: string,
  options?: RenderOptions,
): Promise<RenderedMarkdown | null> {
  try {
    return await markdown.render(body, options);
  } catch (error) {
    if (error instanceof MarkdownTooComplex) return null;
    if (error instanceof MarkdownBusy) throw new Refusal('overloaded', 'textsBusy', { retryAfter: 5 });
    throw error;
  }
}

export interface OpenParts {
  /** Current username for a typed name, unless the member is hidden from the reader. */
  usernameOf: (name: string) => string | undefined;
  photoOf: (id: string) => { image: Image; photo: { id: string; title: string } | null } | undefined;
  sourceOf: (id: string) => Source | undefined;
}

export interface Source {
  topic_id: string;
  slug: string;
  number: number;
  author_name: string;
}

/** Placeholders of the renderer. Members cannot forge them, because the renderer escapes every other `<`. */
const openParts = /<mb-(member|photo|source)(?: id="([0-9a-f-]{36})")?(?: lines="\d+-\d+")?>([^<]*)<\/mb-\1>\n?/g;

export const hasOpenParts = (html: string): boolean => html.includes('<mb-');

export const namesIn = (html: string): string[] => partsIn(html, 'member').flatMap(({ text }) => possibleUsernames(text.toLowerCase()));
export const sourceIdsIn = (html: string): string[] => partsIn(html, 'source').map(({ id }) => id);
export const photoIdsIn = (html: string): string[] => partsIn(html, 'photo').map(({ id }) => id);

const partsIn = (html: string, kind: string): { id: string; text: string }[] =>
  [...html.matchAll(openParts)].flatMap(([, partKind, id = '', text = '']) => (partKind === kind ? [{ id, text }] : []));

export const fillIn = (html: string, parts: OpenParts): string =>
  foldQuotes(html, parts).replaceAll(openParts, (_, kind: string, id: string | undefined, text: string) =>
    kind === 'member' ? linkToMember(text, parts) : kind === 'photo' ? showPhoto(id ?? '', text, parts) : linkToSource(id ?? '', parts),
  );

const quoteGone = `<p class="quote-gone">${answers.quoteGone}</p>`;

/** Returns true if filled-in HTML lacks a quote that other viewers may see. */
export const lacksQuote = (html: string): boolean => html.includes(quoteGone);

const quoteOpening = /<blockquote class="quote"><mb-source id="([0-9a-f-]{36})"(?: lines="(\d+)-(\d+)")?>/g;

/** Replaces a quote by a placeholder if its source is deleted or its author hidden by a block. */
function foldQuotes(html: string, { sourceOf }: OpenParts): string {
  let folded = '';
  let from = 0;
  for (const { index, 1: id = '' } of html.matchAll(quoteOpening)) {
    if (index < from || sourceOf(id)) continue;
    folded += `${html.slice(from, index)}<blockquote class="quote">${quoteGone}\n`;
    from = endOfQuote(html, index);
  }
  return folded + html.slice(from);
}

function endOfQuote(html: string, start: number): number {
  let depth = 0;
  for (const { index, 0: tag } of html.slice(start).matchAll(/<blockquote|<\/blockquote>/g)) {
    depth += tag === '</blockquote>' ? -1 : 1;
    if (depth === 0) return start + index;
  }
  return html.length;
}

/** Removes from the Markdown the quotes that `foldQuotes` replaces. Keeps their `[!quote ID]` marks. */
export function foldBody(body: string, html: string, sourceOf: OpenParts['sourceOf']): string {
  const missingQuotes = [...html.matchAll(quoteOpening)]
    .filter(([, id = '']) => !sourceOf(id))
    .map(([, , from, to]) => [Number(from), Number(to)] as const);
  if (missingQuotes.length === 0) return body;
  return body
    .split(/\r\n?|\n/)
    .flatMap((line, index) => {
      const quote = missingQuotes.find(([from, to]) => index >= from && index < to);
      if (!quote) return [line];
      const mark = /^.*?\[!quote [0-9a-f-]{36}\]/.exec(line)?.[0];
      return index === quote[0] ? [mark ?? ''] : [];
    })
    .join('\n');
}

/** Links the longest matching name, because dots or underscores may follow a name. */
function linkToMember(text: string, { usernameOf }: OpenParts): string {
  for (const name of possibleUsernames(text)) {
    const username = usernameOf(name.toLowerCase());
    if (username !== undefined) return `<a class="mention" href="/user/${username}">@${username}</a>${text.slice(name.length)}`;
  }
  return `@${text}`;
}

const photoGone = `<span class="photo-gone">${answers.photoGone}</span>`;

/** Returns true if filled-in HTML lacks a photo that other viewers may see. Typed text cannot match, because its `<` is escaped. */
export const lacksPhoto = (html: string): boolean => html.includes(photoGone);

/** Links a photo to its page, and an upload to its file. Hidden photos become a placeholder without their text. */
function showPhoto(id: string, alt: string, { photoOf }: OpenParts): string {
  const match = photoOf(id);
  if (!match) return photoGone;
  const { image, photo } = match;
  const { width, height, srcset, image_path } = image;
  const address = photo ? `/post/${photo.id}` : escapeHtml(image_path);
  return (
    `<a class="photo" href="${address}"><img src="${escapeHtml(image_path)}" srcset="${escapeHtml(srcset.webp)}" sizes="(min-width: 48rem) 40rem, 92vw"` +
    ` width="${width}" height="${height}" alt="${alt || escapeHtml(image.alt || (photo?.title ?? ''))}" data-color="${image.color}"` +
    ` data-thumbhash="${image.thumbhash}" data-bytes="${image.bytes.join(' ')}" loading="lazy" decoding="async"></a>`
  );
}

function linkToSource(id: string, { sourceOf }: OpenParts): string {
  const source = sourceOf(id);
  if (!source) return '';
  const address = `/forum/t/${source.topic_id}/${encodeURIComponent(source.slug)}/${source.number}`;
  const author = source.author_name;
  return `<p class="source"><a href="${address}" data-author="${escapeHtml(author)}">${escapeHtml(answers.quoteOf({ author }))}</a></p>\n`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
