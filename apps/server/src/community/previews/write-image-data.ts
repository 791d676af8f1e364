import { licenseTerms } from '@mbari/contract/licenses';
import type { Context } from '../../platform/context.ts';
import { addressesOf } from './addresses.ts';
import { escapeText, oneLine } from './plain-text.ts';
import type { PublicPost } from './queries.ts';

/**
 * The licence of a post as programs find it: a link with the relation `license`, and each image as schema.org's ImageObject, which searches for
 * images read. Nothing where all rights are reserved.
 */
export function writeImageData(context: Context, { license, images, ...post }: PublicPost): string[] {
  if (license === null) return [];
  const at = addressesOf(context);
  const { url } = licenseTerms[license];
  const name = oneLine(post.author_name, 80);
  const imageObjects = images.map((image) => ({
    '@context': 'https://schema.org',
    '@type': 'ImageObject',
    'contentUrl': at.image(image).url,
    'license': url,
    'acquireLicensePage': at.post(post.id),
    'creditText': name,
    'creator': { '@type': 'Person', name, 'url': at.member(post.author_username) },
  }));
  return [
    `<link rel="license" href="${escapeText(url)}" />`,
    // A block of data is no script. Without `<` nothing in it can end it.
    `<script type="application/ld+json">${JSON.stringify(imageObjects).replaceAll('<', '\\u003c')}</script>`,
  ];
}
