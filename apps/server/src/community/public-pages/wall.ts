import type { Photo } from '@mbari/contract/photos/posts';
import { presentPhotosReadOnly } from '../../photos/posts/present-photos.ts';
import { html, type Html } from '../../platform/http/html.ts';
import type { PageRequest } from './page.ts';
import type { Page } from './queries.ts';

export interface Wall {
  html: Html;
  style: string;
  photos: Photo[];
  /** Id before which the next page begins. */
  next: string | null;
}

/** Presents a page of posts as rows of photos with credits. `list` returns ids that visitors may see. */
export async function readWall(
  { context, before }: PageRequest,
  list: (page: Page) => Promise<string[]>,
  limit: Page['limit'] = 25,
): Promise<Wall> {
  const ids = await list({ before, limit });
  const shownIds = ids.slice(0, limit - 1);
  const photos = await presentPhotosReadOnly(context, null, shownIds);
  return {
    photos,
    next: ids.length === limit ? shownIds.at(-1)! : null,
    style: photos.map(styleOf).join(''),
    html: html`<ul class="wall">
      ${photos.map((photo, n) => wallPhoto(photo, n))}
    </ul>`,
  };
}

const anchorOf = ({ id }: { id: string }): string => `p${id.slice(-12)}`;

/** Proportion and mean colour, by which rows are laid out before any image has loaded. */
function styleOf(photo: Photo): string {
  const [image] = photo.images;
  return image === undefined ? '' : `#${anchorOf(photo)}{--ratio:${(image.width / image.height).toFixed(4)};--color:${image.color}}`;
}

function wallPhoto(photo: Photo, n: number): Html {
  const [image] = photo.images;
  if (image === undefined) return html``;
  const anchor = anchorOf(photo);
  const drawn = picture(image, {
    sizes: `(max-width: 559px) 100vw, ${Math.round((380 * image.width) / image.height)}px`,
    // The first row is visible at once on every window.
    attributes: n === 0 ? html` fetchpriority="high"` : n < 3 ? html`` : html` loading="lazy"`,
  });
  return html`<li id="${anchor}">
    <a href="/post/${photo.id}" aria-labelledby="${anchor}c">
      ${drawn}
      <span id="${anchor}c" class="credit"><b dir="auto">${photo.title}</b> <span class="author" dir="auto">${photo.user.name}</span></span>
    </a>
  </li>`;
}

export const picture = (image: Photo['images'][number], { sizes, attributes }: { sizes: string; attributes: Html }): Html =>
  html`<picture
    >${image.srcset.avif && html`<source type="image/avif" srcset="${image.srcset.avif}" sizes="${sizes}" />`}<img
      src="${image.image_path}"
      srcset="${image.srcset.webp}"
      sizes="${sizes}"
      width="${image.width}"
      height="${image.height}"
      alt="${image.alt}"
      decoding="async"
      ${attributes}
  /></picture>`;
