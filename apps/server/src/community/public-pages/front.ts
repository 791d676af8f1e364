import { presentPhotosReadOnly } from '../../photos/posts/present-photos.ts';
import { oncePerContext } from '../../platform/context.ts';
import { boundedCache } from '../../platform/db/caches.ts';
import { html, type Html } from '../../platform/http/plain-page.ts';
import { highestId } from '../../platform/ids.ts';
import { taglineOf } from '../../platform/site/open-site.ts';
import { viewSiteHead } from '../previews/views.ts';
import { mark, type PageRequest, type PublicPage } from './layout.ts';
import { countTotals, listNewestIds, listPublicTopics, type PublicTopic, type Totals } from './queries.ts';
import { picture, readWall } from './wall.ts';

/** Below, a count would make a young community look empty. */
const fewestMembers = 10;

/** A minute old at most, because counting reads every member. */
const totalsOf = oncePerContext(({ db }) =>
  boundedCache<'totals', Totals>(db, 'totals of the public front', { max: 1, ttl: 60_000, fetchMethod: () => countTotals(db) }),
);

export async function frontPage(request: PageRequest): Promise<PublicPage> {
  const { context, site, words, before } = request;
  const isFirst = before === highestId;
  const [wall, topics, totals] = await Promise.all([
    readWall(request, (page) => listNewestIds(context.db, page), { leadsTall: isFirst }),
    isFirst && site.visitors === 'posts' ? listPublicTopics(context.db) : [],
    isFirst ? totalsOf(context).fetch('totals') : undefined,
  ]);
  const { publicPages } = words;
  return {
    head: viewSiteHead(context, site, wall.photos[0]),
    style: wall.style,
    preload: wall.preload,
    isFront: isFirst,
    isIndexed: isFirst,
    main: html`${isFirst && header(request)}
      <section id="photos" aria-label="${publicPages.photos}">
        ${wall.photos.length > 0 ? wall.html : html`<p class="nothing">${publicPages.empty}</p>`}
        ${wall.next !== null && html`<p class="more"><a class="button quiet" href="/?before=${wall.next}" data-more>${publicPages.morePhotos}</a></p>`}
      </section>
      ${topics.length > 0 && (await topicsSection(request, topics))}
      ${totals && totals.members >= fewestMembers && totalsLine(request, totals)}`,
  };
}

const header = ({ site, words }: PageRequest): Html =>
  html`<header class="front">
    <h1>${mark(site)}<span>${site.name}</span></h1>
    <p>${taglineOf(site)}</p>
    <nav>
      <a class="word" href="/login">${words.publicPages.signIn}</a> <a class="button" href="/register">${words.publicPages.join}</a>
    </nav>
  </header>`;

async function topicsSection({ context, words }: PageRequest, topics: readonly PublicTopic[]): Promise<Html> {
  const { publicPages, format } = words;
  const photos = await presentPhotosReadOnly(
    context,
    null,
    topics.flatMap(({ photo_id }) => photo_id ?? []),
  );
  const imageOf = ({ photo_id }: PublicTopic) => photos.find(({ id }) => id === photo_id)?.images[0];
  return html`<section class="topics" aria-labelledby="from-forum">
    <header>
      <h2 id="from-forum">${publicPages.fromForum}</h2>
      <a class="word" href="/forum">${publicPages.allTopics}</a>
    </header>
    <ul>
      ${topics.map((topic) => {
        const image = imageOf(topic);
        const meta = [
          topic.category_name,
          publicPages.replies({ count: topic.replies_count }),
          format.date(topic.changed_at, { dateStyle: 'medium' }),
        ];
        return html`<li>
          <a href="/forum/t/${topic.id}/${topic.slug}"
            >${image && picture({ ...image, alt: '' }, { sizes: '132px', attributes: html` loading="lazy"` })}<span
              ><b dir="auto">${topic.title}</b><span class="meta">${meta.join(' · ')}</span></span
            ></a
          >
        </li>`;
      })}
    </ul>
  </section>`;
}

function totalsLine({ words: { publicPages } }: PageRequest, { members, photos, topics }: Totals): Html {
  const b = (text: string): Html => html`<b>${text}</b>`;
  return html`<p class="totals">
    ${publicPages.members({ count: members, b })} · ${publicPages.photosCount({ count: photos, b })} ·
    ${publicPages.topics({ count: topics, b })}
  </p>`;
}
