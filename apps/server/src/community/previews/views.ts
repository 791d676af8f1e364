import { licenseTerms } from '@mbari/contract/photos/licenses';
import { type Words, wordsFor } from '@mbari/words/words-for';
import type { Context } from '../../platform/context.ts';
import type { Site } from '../../platform/site.ts';
import { addressesOf } from './addresses.ts';
import { escapeText, oneLine } from './plain-text.ts';
import type { PublicMember, PublicPost } from './queries.ts';

export function viewPostHead(context: Context, site: Site, post: PublicPost): string {
  const at = addressesOf(context);
  const { previews } = defaultWords(site);
  const title = oneLine(post.title);
  const maker = oneLine(post.author_name, 80);
  const description = oneLine(post.description ?? '') || previews.postBy({ maker, site: site.name });
  const images = post.images.map((image) => ({ ...at.image(image), alt: oneLine(image.alt, 1_000) }));
  const head = headOf({
    title: `${title} · ${site.name}`,
    url: at.post(post.id),
    metas: [
      ['name', 'description', description],
      ['name', 'author', maker],
      ['property', 'og:type', 'article'],
      ['property', 'og:site_name', site.name],
      ['property', 'og:locale', openGraphLocale(site)],
      ['property', 'og:url', at.post(post.id)],
      ['property', 'og:title', title],
      ['property', 'og:description', description],
      ['property', 'article:author', at.member(post.author_username)],
      ['property', 'article:published_time', post.created_at.toISOString()],
      ...images.flatMap(imageMetas),
      ['name', 'twitter:card', 'summary_large_image'],
      ['name', 'twitter:title', title],
      ['name', 'twitter:description', description],
      ...images.slice(0, 1).flatMap(twitterImage),
    ],
    feeds: [
      [previews.onSite({ name: maker, site: site.name }), at.memberFeed(post.author_username)],
      ...(post.category_slug === null || post.category_name === null
        ? []
        : [[previews.onSite({ name: post.category_name, site: site.name }), at.categoryFeed(post.category_slug)] as const]),
    ],
  });
  return [head, ...writeImageData(context, post)].join('\n    ');
}

export function viewMemberHead(context: Context, site: Site, member: PublicMember): string {
  const at = addressesOf(context);
  const { previews } = defaultWords(site);
  const name = oneLine(member.name, 80);
  const description = oneLine(member.bio ?? '') || previews.onSite({ name, site: site.name });
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
  return headOf({
    title: `${name} · ${site.name}`,
    url: at.member(member.username),
    metas: [
      ['name', 'description', description],
      ['property', 'og:type', 'profile'],
      ['property', 'og:site_name', site.name],
      ['property', 'og:locale', openGraphLocale(site)],
      ['property', 'og:url', at.member(member.username)],
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
    feeds: member.has_public_posts ? [[previews.onSite({ name, site: site.name }), at.memberFeed(member.username)]] : [],
  });
}

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
}

const headOf = ({ title, url, metas, feeds }: Head): string =>
  [
    `<title>${escapeText(title)}</title>`,
    `<link rel="canonical" href="${escapeText(url)}" />`,
    ...metas.map(([by, name, content]) => `<meta ${by}="${name}" content="${escapeText(content)}" />`),
    ...feeds.map(
      ([name, href]) => `<link rel="alternate" type="application/atom+xml" title="${escapeText(name)}" href="${escapeText(href)}" />`,
    ),
  ].join('\n    ');

/** Returns a licence link and, for each image, a schema.org ImageObject with licence and location. Empty if the post has neither. */
function writeImageData(context: Context, { license, location_name, images, ...post }: PublicPost): string[] {
  if (license === null && location_name === null) return [];
  const at = addressesOf(context);
  const url = license && licenseTerms[license].url;
  const name = oneLine(post.author_name, 80);
  const imageObjects = images.map((image) => ({
    '@context': 'https://schema.org',
    '@type': 'ImageObject',
    'contentUrl': at.image(image).url,
    ...(url && { license: url, acquireLicensePage: at.post(post.id) }),
    'creditText': name,
    'creator': { '@type': 'Person', name, 'url': at.member(post.author_username) },
    ...(location_name && { contentLocation: { '@type': 'Place', 'name': location_name } }),
  }));
  return [
    ...(url ? [`<link rel="license" href="${escapeText(url)}" />`] : []),
    `<script type="application/ld+json">${JSON.stringify(imageObjects).replaceAll('<', '\\u003c')}</script>`,
  ];
}

type Speaking = Pick<Site, 'languages'>;

/** Link previews and feeds use the site's default language, because their reader is unknown. */
export const defaultWords = ({ languages }: Speaking): Words => wordsFor(languages.default);

/** Open Graph locale with a country: `fr_FR`. */
function openGraphLocale({ languages }: Speaking): string {
  const { language, region } = new Intl.Locale(languages.default).maximize();
  return `${language}_${region}`;
}
