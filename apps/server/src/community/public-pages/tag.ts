import { html } from '../../platform/http/html.ts';
import { highestId } from '../../platform/ids.ts';
import { viewTagHead } from '../previews/views.ts';
import type { PageRequest, PublicPage } from './page.ts';
import { listIdsWithTag } from './queries.ts';
import { readWall } from './wall.ts';

/** Returns the public posts with a tag, or null if there are none. */
export async function tagPage(request: PageRequest, tag: string): Promise<PublicPage | null> {
  const { context, site, words, before } = request;
  let name = tag;
  const wall = await readWall(request, async (page) => {
    const rows = await listIdsWithTag(context.db, tag, page);
    name = rows[0]?.name ?? tag;
    return rows.map(({ id }) => id);
  });
  if (wall.photos.length === 0) return null;
  return {
    head: viewTagHead(context, site, name, wall.photos[0]),
    style: wall.style,
    preload: wall.preload,
    isIndexed: before === highestId,
    main: html`<h1 dir="auto">#${name}</h1>
      <section aria-label="${words.publicPages.photos}">
        ${wall.html}
        ${wall.next !== null && html`<p class="more"><a class="button quiet" href="/tag/${encodeURIComponent(name)}?before=${wall.next}" data-more>${words.publicPages.morePhotos}</a></p>`}
      </section>`,
  };
}
