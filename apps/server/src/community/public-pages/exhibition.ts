import type { Exhibition, ExhibitionRoom } from '@mbari/contract/photos/exhibitions';
import type { Photo } from '@mbari/contract/photos/posts';
import { readPublicExhibition } from '../../photos/exhibitions/read-exhibition.ts';
import { readPublicSeries } from '../../photos/series/read-series.ts';
import { html, Html } from '../../platform/http/plain-page.ts';
import { viewExhibitionHead, viewSeriesHead } from '../previews/views.ts';
import type { PageRequest, PublicPage } from './layout.ts';
import { wallOf } from './wall.ts';

/** Returns an exhibition that has opened, with its public works and wall texts, or null. */
export async function exhibitionPage(request: PageRequest, id: string): Promise<PublicPage | null> {
  const { context, site, words } = request;
  const found = await readPublicExhibition(context, id);
  if (!found) return null;
  const { exhibition, photos, hasGuestBook } = found;
  const { publicPages } = words;
  const works = new Map(photos.map((photo) => [photo.id, photo]));
  const rooms = exhibition.rooms.map((room, n) => roomSection(room, works, n));
  return {
    head: viewExhibitionHead(context, site, found),
    style: rooms.map(({ style }) => style).join(''),
    preload: rooms[0]?.preload,
    isIndexed: true,
    main: html`<header class="text introduction">
        <p class="meta">${stateOf(request, exhibition)}</p>
        <h1 dir="auto">${exhibition.title}</h1>
        <p class="meta">${publicPages.curatedBy}</p>
        ${exhibition.curators.map(
          (curator) =>
            html`<p class="author-line">
              <a rel="author" href="/user/${curator.username}"
                ><img src="${curator.avatar_url ?? '/avatars/default.svg'}" alt="" width="40" height="40" /><span dir="auto"
                  >${curator.name}</span
                ></a
              >
            </p>`,
        )}
        ${new Html(exhibition.body_html)}
      </header>
      ${rooms.map((room) => room.html)}
      ${hasGuestBook && html`<p class="more"><a class="button" href="/login">${publicPages.signGuestBook}</a></p>`}`,
  };
}

function stateOf({ words: { publicPages, format } }: PageRequest, { state, closes_at }: Exhibition): string {
  if (closes_at === null) return publicPages.exhibition;
  const date = format.date(new Date(closes_at), { dateStyle: 'long' });
  return (state === 'past' ? publicPages.exhibitionClosed : publicPages.exhibitionUntil)({ date });
}

interface RoomSection {
  html: Html;
  style: string;
  preload?: string | undefined;
}

/** A room: its works as walls, with the wall texts between them. */
function roomSection({ title, text, items }: ExhibitionRoom, works: ReadonlyMap<string, Photo>, n: number): RoomSection {
  const isFirst = n === 0;
  const walls = stretchesOf(items, works).map((stretch, index) =>
    typeof stretch === 'string'
      ? { html: html`<p class="story" dir="auto">${stretch}</p>`, style: '' }
      : wallOf(stretch, !isFirst || index > 0),
  );
  return {
    style: walls.map(({ style }) => style).join(''),
    preload: walls.flatMap((wall) => ('preload' in wall && wall.preload ? wall.preload : []))[0],
    html: html`<section class="room" aria-labelledby="room-${n}">
      <h2 id="room-${n}" dir="auto">${title}</h2>
      ${text && html`<p class="story" dir="auto">${text}</p>`} ${walls.map((wall) => wall.html)}
    </section>`,
  };
}

/** Wall texts, and the works between two of them. */
function stretchesOf(items: ExhibitionRoom['items'], works: ReadonlyMap<string, Photo>): (string | Photo[])[] {
  const stretches: (string | Photo[])[] = [];
  for (const item of items) {
    const last = stretches.at(-1);
    if ('text' in item) stretches.push(item.text);
    else {
      const photo = works.get(item.photo_id);
      if (photo === undefined) continue;
      if (Array.isArray(last)) last.push(photo);
      else stretches.push([photo]);
    }
  }
  return stretches;
}

/** Returns a series with its public posts, or null if there are none. */
export async function seriesPage(request: PageRequest, id: string): Promise<PublicPage | null> {
  const { context, site, words } = request;
  const found = await readPublicSeries(context, id);
  if (!found) return null;
  const { series, photos } = found;
  const wall = wallOf(photos);
  const { publicPages } = words;
  return {
    head: viewSeriesHead(context, site, found),
    style: wall.style,
    preload: wall.preload,
    isIndexed: true,
    main: html`<header class="text introduction">
        <p class="meta">${(series.is_complete ? publicPages.seriesComplete : publicPages.seriesSoFar)({ count: photos.length })}</p>
        <h1 dir="auto">${series.title}</h1>
        <p class="author-line">
          <a rel="author" href="/user/${series.user.username}"
            ><img src="${series.user.avatar_url ?? '/avatars/default.svg'}" alt="" width="40" height="40" /><span dir="auto"
              >${series.user.name}</span
            ></a
          >
        </p>
        ${new Html(series.body_html)}
      </header>
      <section aria-label="${publicPages.photos}">${wall.html}</section>`,
  };
}
