import { licenseTerms } from '@mbari/contract/photos/licenses';
import type { Context } from '../../platform/context.ts';
import { escapeText } from '../../platform/http/html.ts';
import { timeOfId } from '../../platform/ids.ts';
import type { Site } from '../../platform/site.ts';
import { toOneLine } from './plain-text.ts';
import { publicUrlsOf } from './public-urls.ts';
import type { PublicMember, PublicPost } from './queries.ts';
import { defaultWords } from './views.ts';

/** Atom feed (RFC 4287). */
export interface AtomFeed {
  xml: string;
  updated: Date;
}

export function viewMemberFeed(context: Context, site: Site, member: PublicMember, posts: readonly PublicPost[]): AtomFeed {
  const urls = publicUrlsOf(context);
  return writeFeed(context, posts, {
    id: `urn:uuid:${member.id}`,
    title: defaultWords(site).previews.onSite({ name: toOneLine(member.name, 80), site: site.name }),
    self: urls.memberFeed(member.username),
    page: urls.member(member.username),
    since: member.created_at,
  });
}

export function viewCategoryFeed(
  context: Context,
  site: Site,
  category: { id: string; name: string; slug: string },
  posts: readonly PublicPost[],
): AtomFeed {
  const urls = publicUrlsOf(context);
  return writeFeed(context, posts, {
    id: tagUri(context, `category/${category.id}`),
    title: defaultWords(site).previews.onSite({ name: category.name, site: site.name }),
    self: urls.categoryFeed(category.slug),
    page: urls.category(category.slug),
    since: timeOfId(category.id),
  });
}

export function viewSiteFeed(context: Context, site: Site, posts: readonly PublicPost[]): AtomFeed {
  const urls = publicUrlsOf(context);
  return writeFeed(context, posts, {
    id: tagUri(context, 'posts'),
    title: site.name,
    self: urls.feed,
    page: urls.home,
    since: new Date(0),
  });
}

/** Unique by the host (RFC 4151). */
const tagUri = ({ config }: Context, thing: string): string => `tag:${config.publicUrl.hostname.replaceAll(/[^\w.-]/g, '')},2026:${thing}`;

interface FeedSource {
  id: string;
  title: string;
  self: string;
  /** URL of the feed's HTML page. */
  page: string;
  /** Value of `updated` in an empty feed. */
  since: Date;
}

function writeFeed(context: Context, posts: readonly PublicPost[], { id, title, self, page, since: emptySince }: FeedSource): AtomFeed {
  const updated = posts.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), emptySince);
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
