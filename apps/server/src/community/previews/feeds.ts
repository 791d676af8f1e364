import { licenseTerms } from '@mbari/contract/photos/post-fields';
import { readPublicExhibition } from '../../photos/exhibitions/read-exhibition.ts';
import { findCategory } from '../../photos/save-category.ts';
import { readPublicSeries } from '../../photos/series/read-series.ts';
import type { Context } from '../../platform/context.ts';
import { escapeText } from '../../platform/http/plain-page.ts';
import { highestId, isId, timeOfId } from '../../platform/ids.ts';
import type { Site } from '../../platform/site.ts';
import { listIdsAtPlace, listIdsWithTag } from '../public-pages/queries.ts';
import {
  findPublicMember,
  listNewestPublicPosts,
  listPublicPostsAmong,
  listPublicPostsBy,
  listPublicPostsIn,
  type PublicPost,
} from './queries.ts';
import { defaultWords, publicUrlsOf, toOneLine } from './views.ts';

/** Loads the feed of a page by the name in its address, or returns null if visitors may not read it. */
type LoadFeed = (context: Context, site: Site, name: string) => Promise<Feed | null>;

/** Feeds by the first part of their address. */
export const feeds: Readonly<Record<'user' | 'category' | 'tag' | 'place' | 'series' | 'exhibitions', LoadFeed>> = {
  user: memberFeed,
  category: categoryFeed,
  tag: ifOpen(labelFeed('tag', listIdsWithTag)),
  place: ifOpen(labelFeed('place', listIdsAtPlace)),
  series: ifOpen(seriesFeed),
  exhibitions: ifOpen(exhibitionFeed),
};

export async function siteFeed(context: Context, site: Site): Promise<Feed | null> {
  if (site.visitors === 'closed') return null;
  const { home, feed } = publicUrlsOf(context);
  const posts = await listNewestPublicPosts(context.db);
  return { id: tagUri(context, 'posts'), title: site.name, self: feed, page: home, since: new Date(0), posts };
}

/** The pages of these feeds are open to visitors only with this setting. */
function ifOpen(load: LoadFeed): LoadFeed {
  return async (context, site, name) => (site.visitors === 'posts' ? load(context, site, name) : null);
}

async function memberFeed(context: Context, site: Site, username: string): Promise<Feed | null> {
  const member = await findPublicMember(context.db, username.toLowerCase());
  if (!member?.has_public_posts) return null;
  const urls = publicUrlsOf(context);
  const page = urls.member(member.username);
  return {
    id: `urn:uuid:${member.id}`,
    title: titleOf(site, toOneLine(member.name, 80)),
    self: urls.feedOf(page),
    page,
    since: member.created_at,
    posts: await listPublicPostsBy(context.db, member.id),
  };
}

async function categoryFeed(context: Context, site: Site, slug: string): Promise<Feed | null> {
  const category = await findCategory(context.db, slug);
  // Accepts the slug alone, so that each feed has one address.
  if (category?.slug !== slug) return null;
  const urls = publicUrlsOf(context);
  return {
    id: tagUri(context, `category/${category.id}`),
    title: titleOf(site, category.name),
    self: urls.categoryFeed(slug),
    page: urls.category(slug),
    since: timeOfId(category.id),
    posts: await listPublicPostsIn(context.db, category.id),
  };
}

function labelFeed(kind: 'tag' | 'place', list: typeof listIdsWithTag): LoadFeed {
  return async (context, site, label) => {
    const rows = await list(context.db, label, { before: highestId, limit: 25 });
    const [newest] = rows;
    if (!newest) return null;
    const urls = publicUrlsOf(context);
    const page = urls[kind](newest.name);
    return {
      id: tagUri(context, `${kind}/${encodeURIComponent(newest.key)}`),
      title: titleOf(site, (kind === 'tag' ? '#' : '') + toOneLine(newest.name)),
      self: urls.feedOf(page),
      page,
      since: timeOfId(newest.id),
      posts: await listPublicPostsAmong(
        context.db,
        rows.map(({ id }) => id),
      ),
    };
  };
}

async function seriesFeed(context: Context, site: Site, id: string): Promise<Feed | null> {
  const found = isId(id) ? await readPublicSeries(context, id) : undefined;
  return found ? workFeed(context, site, publicUrlsOf(context).series(id), { ...found.series, photos: found.photos }) : null;
}

async function exhibitionFeed(context: Context, site: Site, id: string): Promise<Feed | null> {
  const found = isId(id) ? await readPublicExhibition(context, id) : undefined;
  return found ? workFeed(context, site, publicUrlsOf(context).exhibition(id), { ...found.exhibition, photos: found.photos }) : null;
}

interface Work {
  id: string;
  title: string;
  created_at: string;
  photos: readonly { id: string }[];
}

const workFeed = async (context: Context, site: Site, page: string, { id, title, created_at, photos }: Work): Promise<Feed> => ({
  id: `urn:uuid:${id}`,
  title: titleOf(site, toOneLine(title)),
  self: publicUrlsOf(context).feedOf(page),
  page,
  since: new Date(created_at),
  posts: await listPublicPostsAmong(
    context.db,
    photos.map((photo) => photo.id),
  ),
});

const titleOf = (site: Site, name: string): string => defaultWords(site).previews.onSite({ name, site: site.name });

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
const tagUri = ({ config }: Context, thing: string): string => `tag:${config.publicUrl.hostname.replaceAll(/[^\w.-]/g, '')},2026:${thing}`;

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
