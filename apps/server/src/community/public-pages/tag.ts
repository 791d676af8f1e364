import { html } from '../../platform/http/plain-page.ts';
import { highestId } from '../../platform/ids.ts';
import { viewLabelHead } from '../previews/views.ts';
import type { PageRequest, PublicPage } from './page.ts';
import { listIdsAtPlace, listIdsWithTag } from './queries.ts';
import { readWall } from './wall.ts';

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
