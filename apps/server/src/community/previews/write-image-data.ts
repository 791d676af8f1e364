import { licenseTerms } from '@mbari/contract/licenses';
import type { Context } from '../../platform/context.ts';
import { addressesOf } from './addresses.ts';
import { escapeText, oneLine } from './plain-text.ts';
import type { PublicPost } from './queries.ts';

/** Returns a licence link and, for each image, a schema.org ImageObject with licence and location. Empty if the post has neither. */
export function writeImageData(context: Context, { license, location_name, images, ...post }: PublicPost): string[] {
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
