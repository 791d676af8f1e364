import { licenseTerms } from '@mbari/contract/photos/licenses';
import type { Context } from '../../platform/context.ts';
import { escapeText } from '../../platform/http/plain-page.ts';
import { toOneLine } from './plain-text.ts';
import { publicUrlsOf } from './public-urls.ts';
import type { PublicPost } from './queries.ts';

export interface Feed {
  id: string;
  title: string;
  self: string;
  /** URL of the feed's HTML page. */
  page: string;
  /** Value of `updated` in an empty feed. */
  since: Date;
  posts: readonly PublicPost[];
}

/** Unique by the host (RFC 4151). */
export const tagUri = ({ config }: Context, thing: string): string =>
  `tag:${config.publicUrl.hostname.replaceAll(/[^\w.-]/g, '')},2026:${thing}`;

/** Writes an Atom feed (RFC 4287). */
export function writeFeed(context: Context, { id, title, self, page, since, posts }: Feed): { xml: string; updated: Date } {
  const updated = posts.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), since);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeText(id)}</id>`,
    `<title>${escapeText(title)}</title>`,
    `<updated>${updated.toISOString()}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escapeText(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeText(page)}"/>`,
    ...posts.map((post) => writeEntry(context, post)),
    '</feed>',
  ];
  return { xml: `${lines.join('\n')}\n`, updated };
}

function writeEntry(context: Context, post: PublicPost): string {
  const urls = publicUrlsOf(context);
  return [
    '<entry>',
    `<id>urn:uuid:${post.id}</id>`,
    `<title>${escapeText(toOneLine(post.title))}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeText(urls.post(post.id))}"/>`,
    `<published>${post.created_at.toISOString()}</published>`,
    `<updated>${post.updated_at.toISOString()}</updated>`,
    `<author><name>${escapeText(toOneLine(post.author_name, 80))}</name><uri>${escapeText(urls.member(post.author_username))}</uri></author>`,
    ...(post.category_slug === null || post.category_name === null
      ? []
      : [`<category term="${escapeText(post.category_slug)}" label="${escapeText(post.category_name)}"/>`]),
    // Atom licence extension, RFC 4946.
    ...(post.license === null ? [] : [`<link rel="license" href="${escapeText(licenseTerms[post.license].url)}"/>`]),
    `<content type="html">${escapeText(renderHtml(context, post))}</content>`,
    '</entry>',
  ].join('\n');
}

function renderHtml(context: Context, { id, images, description, location_name }: PublicPost): string {
  const urls = publicUrlsOf(context);
  const imageTags = images.map((image) => {
    const { url, width, height } = urls.image(image);
    return `<p><a href="${escapeText(urls.post(id))}"><img src="${escapeText(url)}" width="${width}" height="${height}" alt="${escapeText(image.alt)}"></a></p>`;
  });
  const textParts = [description ?? '', location_name ?? '']
    .join('\n\n')
    .trim()
    .split(/\n\s*\n/);
  const paragraphs = textParts.flatMap((text) => (text === '' ? [] : [`<p>${escapeText(text.trim()).replaceAll(/\r?\n/g, '<br>')}</p>`]));
  return [...imageTags, ...paragraphs].join('');
}
