import { licenseTerms } from '@mbari/contract/photos/post-fields';
import type { Photo } from '@mbari/contract/photos/posts';
import { type Words, wordsFor } from '@mbari/words/words-for';
import type { PublicExhibition } from '../../photos/exhibitions/read-exhibition.ts';
import type { PublicSeries } from '../../photos/series/read-series.ts';
import type { Context } from '../../platform/context.ts';
import { escapeText, jsonForScript } from '../../platform/http/plain-page.ts';
import type { Site } from '../../platform/site.ts';
import { taglineOf } from '../../platform/site/open-site.ts';
import type { PublicMember, PublicPost } from './queries.ts';

export function viewPostHead(context: Context, site: Site, post: PublicPost): string {
  const urls = publicUrlsOf(context);
  const { previews } = defaultWords(site);
  const title = toOneLine(post.title);
  const author = toOneLine(post.author_name, 80);
  const description = toOneLine(post.description ?? '') || previews.postBy({ maker: author, site: site.name });
  const images = post.images.map((image) => ({ ...urls.image(image), alt: toOneLine(image.alt, 1_000) }));
  const head = renderHead({
    title: `${title} · ${site.name}`,
    url: urls.post(post.id),
    metas: [
      ['name', 'description', description],
      ['name', 'author', author],
      ['property', 'og:type', 'article'],
      ['property', 'og:site_name', site.name],
      ['property', 'og:locale', openGraphLocale(site)],
      ['property', 'og:url', urls.post(post.id)],
      ['property', 'og:title', title],
      ['property', 'og:description', description],
      ['property', 'article:author', urls.member(post.author_username)],
      ['property', 'article:published_time', post.created_at.toISOString()],
      ...images.flatMap(imageMetas),
      ['name', 'twitter:card', 'summary_large_image'],
      ['name', 'twitter:title', title],
      ['name', 'twitter:description', description],
      ...images.slice(0, 1).flatMap(twitterImage),
    ],
    oembed: site.visitors === 'posts' ? urls.oembed(urls.post(post.id)) : undefined,
    feeds: [
      [previews.onSite({ name: author, site: site.name }), urls.feedOf(urls.member(post.author_username))],
      ...(post.category_slug === null || post.category_name === null
        ? []
        : [[previews.onSite({ name: post.category_name, site: site.name }), urls.categoryFeed(post.category_slug)] as const]),
    ],
  });
  return [head, ...writeImageData(context, post)].join('\n    ');
}

export function viewMemberHead(context: Context, site: Site, member: PublicMember): string {
  const urls = publicUrlsOf(context);
  const { previews } = defaultWords(site);
  const name = toOneLine(member.name, 80);
  const description = toOneLine(member.bio ?? '') || previews.onSite({ name, site: site.name });
  // Stock avatars are SVG, which previews do not support.
  const images =
    member.avatar_image_id === null || member.avatar_width === null
      ? []
      : [
          {
            url: `${context.config.publicUrl.origin}/media/${member.avatar_image_id}/640.jpeg`,
            width: Math.min(640, member.avatar_width),
            height: Math.min(640, member.avatar_width),
            alt: name,
          },
        ];
  const head = renderHead({
    title: `${name} · ${site.name}`,
    url: urls.member(member.username),
    metas: [
      ['name', 'description', description],
      ['property', 'og:type', 'profile'],
      ['property', 'og:site_name', site.name],
      ['property', 'og:locale', openGraphLocale(site)],
      ['property', 'og:url', urls.member(member.username)],
      ['property', 'og:title', name],
      ['property', 'og:description', description],
      ['property', 'profile:username', member.username],
      ...images.flatMap(imageMetas),
      // The large card would crop a square avatar.
      ['name', 'twitter:card', 'summary'],
      ['name', 'twitter:title', name],
      ['name', 'twitter:description', description],
      ...images.flatMap(twitterImage),
    ],
    feeds: member.has_public_posts ? [[previews.onSite({ name, site: site.name }), urls.feedOf(urls.member(member.username))]] : [],
  });
  const person = { '@type': 'Person', name, 'alternateName': member.username, 'url': urls.member(member.username), description };
  return [head, writeStructuredData({ '@type': 'ProfilePage', 'mainEntity': person })].join('\n    ');
}

/** Head of the public front page, with its first photo as the preview's image. */
export const viewSiteHead = (context: Context, site: Site, photo: Photo | undefined): string =>
  [
    viewPageHead(context, site, {
      title: site.name,
      description: taglineOf(site),
      path: '/',
      photo,
      feedName: site.name,
    }),
    writeStructuredData({ '@type': 'WebSite', 'name': site.name, 'description': taglineOf(site), 'url': publicUrlsOf(context).home }),
  ].join('\n    ');

/** Head of a tag's or place's page. */
export const viewLabelHead = (
  context: Context,
  site: Site,
  { name, path, photo }: { name: string; path: string; photo: Photo | undefined },
): string => {
  const description = defaultWords(site).previews.onSite({ name, site: site.name });
  return viewPageHead(context, site, { title: `${name} · ${site.name}`, description, path, photo, feedName: description });
};

/** The cover, or the first photo, is the preview's image. */
export const viewSeriesHead = (context: Context, site: Site, { series, photos }: PublicSeries): string => {
  const { previews } = defaultWords(site);
  const author = toOneLine(series.user.name, 80);
  return viewPageHead(context, site, {
    title: `${toOneLine(series.title)} · ${site.name}`,
    description: toOneLine(series.body) || previews.postBy({ maker: author, site: site.name }),
    path: `/series/${series.id}`,
    photo: photos.find(({ id }) => id === series.cover_id) ?? photos[0],
    feedName: previews.onSite({ name: toOneLine(series.title), site: site.name }),
  });
};

/** The first work is the preview's image. */
export function viewExhibitionHead(context: Context, site: Site, { exhibition, photos }: PublicExhibition): string {
  const urls = publicUrlsOf(context);
  const words = defaultWords(site);
  const name = toOneLine(exhibition.title);
  const curators = exhibition.curators.map((curator) => ({ name: toOneLine(curator.name, 80), url: urls.member(curator.username) }));
  const description =
    toOneLine(exhibition.body) ||
    words.previews.postBy({ maker: words.format.list(curators.map((curator) => curator.name)), site: site.name });
  const head = viewPageHead(context, site, {
    title: `${name} · ${site.name}`,
    description,
    path: `/exhibitions/${exhibition.id}`,
    photo: photos[0],
    feedName: words.previews.onSite({ name, site: site.name }),
  });
  const url = urls.exhibition(exhibition.id);
  const [image] = photos[0]?.images ?? [];
  const event = {
    '@type': 'ExhibitionEvent',
    name,
    url,
    description,
    ...(exhibition.opens_at && { startDate: exhibition.opens_at }),
    ...(exhibition.closes_at && { endDate: exhibition.closes_at }),
    ...(image && { image: urls.image({ ...image, widths: widthsOf(image) }).url }),
    'eventAttendanceMode': 'https://schema.org/OnlineEventAttendanceMode',
    'eventStatus': 'https://schema.org/EventScheduled',
    'location': { '@type': 'VirtualLocation', url },
    'isAccessibleForFree': true,
    'organizer': curators.map((curator) => ({ '@type': 'Person', ...curator })),
  };
  return [head, writeStructuredData(event)].join('\n    ');
}

export const viewTextHead = (context: Context, site: Site, { title, path }: { title: string; path: string }): string =>
  viewPageHead(context, site, { title: `${title} · ${site.name}`, description: taglineOf(site), path });

function viewPageHead(
  context: Context,
  site: Site,
  {
    title,
    description,
    path,
    photo,
    feedName,
  }: { title: string; description: string; path: string; photo?: Photo | undefined; feedName?: string },
): string {
  const urls = publicUrlsOf(context);
  const url = context.config.publicUrl.origin + path;
  const images = photo?.images.slice(0, 1).map((image) => ({ ...urls.image({ ...image, widths: widthsOf(image) }), alt: image.alt })) ?? [];
  return renderHead({
    title,
    url,
    metas: [
      ['name', 'description', description],
      ['property', 'og:type', 'website'],
      ['property', 'og:site_name', site.name],
      ['property', 'og:locale', openGraphLocale(site)],
      ['property', 'og:url', url],
      ['property', 'og:title', title],
      ['property', 'og:description', description],
      ...images.flatMap(imageMetas),
      ['name', 'twitter:card', images.length > 0 ? 'summary_large_image' : 'summary'],
    ],
    feeds:
      feedName !== undefined && (path === '/' || site.visitors === 'posts')
        ? [[feedName, path === '/' ? urls.feed : urls.feedOf(url)]]
        : [],
  });
}

/** Reads the stored widths from a `srcset`. */
const widthsOf = ({ srcset }: Photo['images'][number]): number[] => [...srcset.jpeg.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));

type Meta = readonly [by: 'name' | 'property', name: string, content: string];

interface Image {
  url: string;
  width: number;
  height: number;
  alt: string;
}

const imageMetas = ({ url, width, height, alt }: Image): Meta[] => [
  ['property', 'og:image', url],
  ['property', 'og:image:type', 'image/jpeg'],
  ['property', 'og:image:width', String(width)],
  ['property', 'og:image:height', String(height)],
  ...(alt === '' ? [] : [['property', 'og:image:alt', alt] as const]),
];

const twitterImage = ({ url, alt }: Image): Meta[] => [
  ['name', 'twitter:image', url],
  ...(alt === '' ? [] : [['name', 'twitter:image:alt', alt] as const]),
];

interface Head {
  title: string;
  url: string;
  metas: readonly Meta[];
  feeds: readonly (readonly [title: string, url: string])[];
  oembed?: string | undefined;
}

const renderHead = ({ title, url, metas, feeds, oembed }: Head): string =>
  [
    `<title>${escapeText(title)}</title>`,
    `<link rel="canonical" href="${escapeText(url)}" />`,
    ...metas.map(([attribute, name, content]) => `<meta ${attribute}="${name}" content="${escapeText(content)}" />`),
    ...feeds.map(
      ([name, href]) => `<link rel="alternate" type="application/atom+xml" title="${escapeText(name)}" href="${escapeText(href)}" />`,
    ),
    ...(oembed === undefined ? [] : [`<link rel="alternate" type="application/json+oembed" href="${escapeText(oembed)}" />`]),
  ].join('\n    ');

/** Returns a schema.org ImageObject for each image, and the licence as a link. */
function writeImageData(context: Context, { license, location_name, images, ...post }: PublicPost): string[] {
  const urls = publicUrlsOf(context);
  const url = license && licenseTerms[license].url;
  const name = toOneLine(post.author_name, 80);
  const imageObjects = images.map((image) => ({
    '@type': 'ImageObject',
    'name': toOneLine(post.title),
    'contentUrl': urls.image(image).url,
    ...(image.alt && { caption: toOneLine(image.alt, 1_000) }),
    ...(url && { license: url, acquireLicensePage: urls.post(post.id) }),
    'creditText': name,
    'creator': { '@type': 'Person', name, 'url': urls.member(post.author_username) },
    'datePublished': post.created_at.toISOString(),
    ...(location_name && { contentLocation: { '@type': 'Place', 'name': location_name } }),
  }));
  return [...(url ? [`<link rel="license" href="${escapeText(url)}" />`] : []), writeStructuredData(...imageObjects)];
}

const writeStructuredData = (...things: readonly object[]): string =>
  `<script type="application/ld+json">${jsonForScript(things.map((thing) => ({ '@context': 'https://schema.org', ...thing })))}</script>`;

type SiteLanguages = Pick<Site, 'languages'>;

/** Link previews and feeds use the site's default language, because their reader is unknown. */
export const defaultWords = ({ languages }: SiteLanguages): Words => wordsFor(languages.default);

/** Open Graph locale with a country: `fr_FR`. */
function openGraphLocale({ languages }: SiteLanguages): string {
  const { language, region } = new Intl.Locale(languages.default).maximize();
  return `${language}_${region}`;
}

/** Returns one line of at most `maxLength` graphemes. */
export function toOneLine(text: string, maxLength = 200): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= maxLength) return line;
  const characters = Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line), ({ segment }) => segment);
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}

/** Absolute URLs of public pages and images, built from PUBLIC_URL only. */
export function publicUrlsOf({ config }: Pick<Context, 'config'>) {
  const { origin } = config.publicUrl;
  return {
    home: `${origin}/`,
    feed: `${origin}/feed.atom`,
    post: (id: string) => `${origin}/post/${id}`,
    series: (id: string) => `${origin}/series/${id}`,
    exhibition: (id: string) => `${origin}/exhibitions/${id}`,
    member: (username: string) => `${origin}/user/${encodeURIComponent(username)}`,
    tag: (name: string) => `${origin}/tag/${encodeURIComponent(name)}`,
    place: (name: string) => `${origin}/place/${encodeURIComponent(name)}`,
    feedOf: (page: string) => `${page}/feed.atom`,
    oembed: (page: string) => `${origin}/oembed?url=${encodeURIComponent(page)}`,
    category: (slug: string) => `${origin}/discover?category=${encodeURIComponent(slug)}`,
    categoryFeed: (slug: string) => `${origin}/category/${encodeURIComponent(slug)}/feed.atom`,
    /** Largest JPEG within the size, or else the smallest. Public images need no signature. */
    image({ id, width, height, widths }: Omit<PublicPost['images'][number], 'alt'>, most = { width: 1280, height: Infinity }) {
      const heightAt = (candidate: number): number => Math.max(1, Math.round((height * candidate) / width));
      const fitting = widths.filter((candidate) => candidate <= most.width && heightAt(candidate) <= most.height).at(-1);
      const shown = fitting ?? widths[0] ?? width;
      return { url: `${origin}/media/${id}/${shown}.jpeg`, width: shown, height: heightAt(shown) };
    },
  };
}
