import { licenseTerms } from '@mbari/contract/photos/post-fields';
import type { Photo } from '@mbari/contract/photos/posts';
import { presentPublicPhoto } from '../../photos/posts/present-photos.ts';
import { html, type Html } from '../../platform/http/plain-page.ts';
import type { AuthorRow } from '../../platform/member-views.ts';
import { findPublicPost } from '../previews/queries.ts';
import { viewPostHead } from '../previews/views.ts';
import { type PageRequest, type PublicPage, taggedText } from './layout.ts';
import { listIdsOfMember, listPublicComments, listPublicPeople, type PublicComment } from './queries.ts';
import { picture, preload, readWall } from './wall.ts';

/** Returns a public post with its comments and other photos of its author, or null. */
export async function postPage(request: PageRequest, address: string): Promise<PublicPage | null> {
  const { context, site } = request;
  const photo = await presentPublicPhoto(context, address);
  const post = photo && (await findPublicPost(context.db, photo.id));
  if (!post) return null;
  const { id } = post;
  const [comments, people, others] = await Promise.all([
    listPublicComments(context.db, id),
    listPublicPeople(context.db, id),
    readWall(request, async (page) => (await listIdsOfMember(context.db, photo.user.id, page)).filter((other) => other !== id), {
      limit: 7,
      isBelow: true,
    }),
  ]);
  const { publicPages } = request.words;
  const captions = [publicPages.after, publicPages.before];
  return {
    head: viewPostHead(context, site, post),
    style:
      photo.images.map(({ color, width, height }, n) => `#i${n}{--ratio:${(width / height).toFixed(4)};--color:${color}}`).join('') +
      others.style,
    preload: photo.images[0] && preload(photo.images[0], stageSizes),
    isIndexed: true,
    main: html`<article class="post">
        <div class="stage">${photo.images.map((image, n) => stageImage(image, n, photo.is_comparison ? captions[n] : undefined))}</div>
        <div class="post-text">
          ${about(request, photo, people)}
          <section class="comments" aria-labelledby="comments">
            <h2 id="comments">${publicPages.comments}</h2>
            ${
              comments.length > 0
                ? html`<ol>
                    ${comments.map((comment) => commentItem(request, comment))}
                  </ol>`
                : html`<p class="meta">${publicPages.noComments}</p>`
            }
            <p><a class="button" href="/register">${publicPages.joinToComment}</a></p>
          </section>
        </div>
      </article>
      ${
        others.photos.length > 0 &&
        html`<section aria-labelledby="more">
          <h2 id="more"><a href="/user/${photo.user.username}" dir="auto">${publicPages.moreBy({ name: photo.user.name })}</a></h2>
          ${others.html}
        </section>`
      }`,
  };
}

const stageSizes = '(max-width: 1100px) 100vw, 70vw';

const stageImage = (image: Photo['images'][number], n: number, caption: string | undefined): Html =>
  html`<figure id="i${n}">
    ${picture(image, {
      sizes: stageSizes,
      attributes: n === 0 ? html` fetchpriority="high"` : html` loading="lazy"`,
    })}
    ${caption && html`<figcaption>${caption}</figcaption>`}
  </figure>`;

function about({ words: { publicPages, startingCategories, format } }: PageRequest, photo: Photo, people: AuthorRow[]): Html {
  const license = photo.license && licenseTerms[photo.license];
  const category = new Map<string, string>(Object.entries(startingCategories)).get(photo.category?.toLowerCase() ?? '') ?? photo.category;
  const place = photo.location_name;
  const meta = [
    category,
    place && html`<a href="/place/${encodeURIComponent(place)}" dir="auto">${place}</a>`,
    format.date(new Date(photo.created_at), { dateStyle: 'long' }),
    license?.url && html`<a rel="license noopener" href="${license.url}">${photo.license}</a>`,
  ]
    .filter((part) => part)
    .flatMap((part, n) => (n === 0 ? part : [' · ', part]));
  return html`<h1 dir="auto">${photo.title}</h1>
    <p class="author-line">
      <a rel="author" href="/user/${photo.user.username}"
        ><img src="${photo.user.avatar_url ?? '/avatars/default.svg'}" alt="" width="40" height="40" /><span dir="auto"
          >${photo.user.name}</span
        ></a
      >
    </p>
    ${photo.description && html`<p class="story" dir="auto">${taggedText(photo.description)}</p>`}
    ${people.length > 0 && html`<p>${publicPages.shown} ${people.map(nameLink)}</p>`}
    <p class="meta">${meta}</p>
    <p class="meta">${publicPages.likes({ count: photo.likes_count })}</p>
    <p class="meta"><a href="/post/${photo.id}/removal" rel="nofollow">${publicPages.askRemoval}</a></p>`;
}

const nameLink = ({ author_username, author_name }: AuthorRow, n: number): Html =>
  html`${n > 0 && ' · '}<a href="/user/${author_username}" dir="auto">${author_name}</a>`;

const commentItem = ({ words: { format } }: PageRequest, comment: PublicComment): Html =>
  html`<li>
    <b><a href="/user/${comment.author_username}" dir="auto">${comment.author_name}</a></b>
    <time class="meta" datetime="${comment.created_at.toISOString()}">${format.date(comment.created_at, { dateStyle: 'medium' })}</time>
    <p dir="auto">${taggedText(comment.content)}</p>
  </li>`;
