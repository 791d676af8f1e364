import type { Photo } from '@mbari/contract/photos/posts';
import { readProfile } from '../../people/profiles/read-profile.ts';
import { presentPhotosReadOnly } from '../../photos/posts/present-photos.ts';
import { html, type Html } from '../../platform/http/plain-page.ts';
import { highestId } from '../../platform/ids.ts';
import { findPublicMember } from '../previews/queries.ts';
import { viewLabelHead, viewMemberHead } from '../previews/views.ts';
import { type PageRequest, type PublicPage, taggedText } from './layout.ts';
import { listIdsAtPlace, listIdsOfMember, listIdsWithTag, type Page } from './queries.ts';

type PhotoImage = Photo['images'][number];

export interface Wall {
  html: Html;
  style: string;
  photos: Photo[];
  /** See PublicPage. */
  preload?: string | undefined;
  /** Id before which the next page begins. */
  next: string | null;
}

/** Presents a page of posts as rows of photos with credits. `list` returns ids that visitors may see. Images of a wall that is `below` load late. */
export async function readWall(
  { context, before }: PageRequest,
  list: (page: Page) => Promise<string[]>,
  { limit = 25, isBelow = false, leadsTall = false }: { limit?: Page['limit']; isBelow?: boolean; leadsTall?: boolean } = {},
): Promise<Wall> {
  const ids = await list({ before, limit });
  const shownIds = ids.slice(0, limit - 1);
  const photos = await presentPhotosReadOnly(context, null, shownIds);
  const wall = wallOf(leadsTall ? withTallestFirst(photos) : photos, isBelow);
  return { photos, next: ids.length === limit ? shownIds.at(-1)! : null, ...wall };
}

/** Moves the tallest of the first three photos to the front. On a phone it fills the window, so no later photo is the largest paint. */
function withTallestFirst(photos: readonly Photo[]): Photo[] {
  const tallest = photos.slice(0, 3).toSorted((a, b) => proportionOf(a) - proportionOf(b))[0];
  return tallest ? [tallest, ...photos.filter((photo) => photo !== tallest)] : [];
}

const proportionOf = ({ images: [image] }: Photo): number => (image ? image.width / image.height : Infinity);

/** Presents these posts. `isBelow`: other content fills the window. */
export function wallOf(photos: readonly Photo[], isBelow = false): Pick<Wall, 'html' | 'style' | 'preload'> {
  const [first] = photos.flatMap(({ images }) => images.slice(0, 1));
  return {
    preload: first && preload(first, wallSizes(first)),
    style: photos.map(styleOf).join(''),
    html: html`<ul class="wall">
      ${photos.map((photo, n) => wallPhoto(photo, isBelow ? Infinity : n))}
    </ul>`,
  };
}

const anchorOf = ({ id }: { id: string }): string => `p${id.slice(-12)}`;

/** Proportion and mean colour, by which rows are laid out before any image has loaded. */
function styleOf(photo: Photo): string {
  const [image] = photo.images;
  return image === undefined ? '' : `#${anchorOf(photo)}{--ratio:${proportionOf(photo).toFixed(4)};--color:${image.color}}`;
}

function wallPhoto(photo: Photo, n: number): Html {
  const [image] = photo.images;
  if (image === undefined) return html``;
  const anchor = anchorOf(photo);
  const drawn = picture(image, {
    sizes: wallSizes(image),
    // On a slow line, the other photos would take bandwidth from the first.
    attributes: n === 0 ? html` fetchpriority="high"` : html` loading="lazy"`,
  });
  return html`<li id="${anchor}">
    <a href="/post/${photo.id}" aria-labelledby="${anchor}c">
      ${drawn}
      <span id="${anchor}c" class="credit"><b dir="auto">${photo.title}</b> <span class="author" dir="auto">${photo.user.name}</span></span>
    </a>
  </li>`;
}

const wallSizes = ({ width, height }: PhotoImage): string => `(max-width: 559px) 100vw, ${Math.round((380 * width) / height)}px`;

/** Returns a `Link` header by which a browser requests the image before it reads the page. */
export const preload = ({ image_path, srcset }: PhotoImage, sizes: string): string =>
  `<${image_path}>; rel=preload; as=image; type="image/${srcset.avif ? 'avif' : 'webp'}"; imagesrcset="${srcset.avif ?? srcset.webp}"; imagesizes="${sizes}"; fetchpriority=high`;

export const picture = (image: PhotoImage, { sizes, attributes }: { sizes: string; attributes: Html }): Html =>
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

/** Returns the public profile with a page of its posts, or null if visitors may see neither. */
export async function profilePage(request: PageRequest, username: string): Promise<PublicPage | null> {
  const { context, site, words, locale } = request;
  const member = await findPublicMember(context.db, username);
  if (!member?.has_public_posts) return null;
  const [profile, wall] = await Promise.all([
    readProfile(context, null, { username }),
    readWall(request, (page) => listIdsOfMember(context.db, member.id, page)),
  ]);
  if (profile.is_private) return null;
  const { publicPages, format } = words;
  const links = Object.entries(profile.social_links).flatMap(([name, url]) =>
    typeof url === 'string' && url !== '' ? [{ name, url }] : [],
  );
  const details = [
    profile.occupation,
    profile.country && new Intl.DisplayNames(locale, { type: 'region' }).of(profile.country),
    publicPages.memberSince({ date: format.date(new Date(profile.created_at), { dateStyle: 'long' }) }),
  ];
  return {
    head: viewMemberHead(context, site, member),
    style: wall.style,
    preload: wall.preload,
    isIndexed: true,
    main: html`<header class="profile">
        <img src="${profile.avatar_url ?? '/avatars/default.svg'}" alt="" width="112" height="112" />
        <div>
          <h1 dir="auto">${profile.name}</h1>
          <p class="meta"><span dir="ltr">@${profile.username}</span></p>
          ${profile.bio && html`<p class="story" dir="auto">${taggedText(profile.bio)}</p>`}
          <p class="meta">${details.filter(Boolean).join(' · ')}</p>
          ${links.length > 0 && html`<p class="links">${links.map(({ name, url }) => html`<a class="word" rel="me nofollow noopener" href="${url}">${name}</a> `)}</p>`}
        </div>
      </header>
      <section aria-label="${publicPages.photos}">
        ${wall.photos.length > 0 ? wall.html : html`<p class="nothing">${publicPages.empty}</p>`}
        ${wall.next !== null && html`<p class="more"><a class="button quiet" href="/user/${profile.username}?before=${wall.next}" data-more>${publicPages.morePhotos}</a></p>`}
      </section>`,
  };
}

/** Returns the public posts with a tag, or null if there are none. */
export const tagPage = (request: PageRequest, tag: string): Promise<PublicPage | null> =>
  labelPage(request, tag, { list: listIdsWithTag, path: '/tag/', mark: '#' });

export const placePage = (request: PageRequest, place: string): Promise<PublicPage | null> =>
  labelPage(request, place, { list: listIdsAtPlace, path: '/place/', mark: '' });

async function labelPage(
  request: PageRequest,
  label: string,
  { list, path, mark }: { list: typeof listIdsWithTag; path: string; mark: string },
): Promise<PublicPage | null> {
  const { context, site, words, before } = request;
  let name = label;
  const wall = await readWall(request, async (page) => {
    const rows = await list(context.db, label, page);
    name = rows[0]?.name ?? label;
    return rows.map(({ id }) => id);
  });
  if (wall.photos.length === 0) return null;
  const address = path + encodeURIComponent(name);
  return {
    head: viewLabelHead(context, site, { name: mark + name, path: address, photo: wall.photos[0] }),
    style: wall.style,
    preload: wall.preload,
    isIndexed: before === highestId,
    main: html`<h1 dir="auto">${mark}${name}</h1>
      <section aria-label="${words.publicPages.photos}">
        ${wall.html}
        ${wall.next !== null && html`<p class="more"><a class="button quiet" href="${address}?before=${wall.next}" data-more>${words.publicPages.morePhotos}</a></p>`}
      </section>`,
  };
}
