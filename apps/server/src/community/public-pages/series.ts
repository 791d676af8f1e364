import { readPublicSeries } from '../../photos/series/read-series.ts';
import { html, Html } from '../../platform/http/plain-page.ts';
import { viewSeriesHead } from '../previews/views.ts';
import type { PageRequest, PublicPage } from './page.ts';
import { wallOf } from './wall.ts';

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
