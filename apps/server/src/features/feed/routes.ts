import { listPhotos } from '@mbari/contract/photos';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { type FirstPages, firstPagesOf } from './first-pages.ts';
import { listFeed } from './list-feed.ts';

export const feedRoutes = [
  route(
    listPhotos,
    async ({ context, member, query }) => (await firstPages(context)(member, query)) ?? (await listFeed(context, member, query)),
  ),
];

/** What the viewers of one application share, for as long as it runs. */
const shared = new WeakMap<Context, FirstPages>();

function firstPages(context: Context): FirstPages {
  let pages = shared.get(context);
  if (!pages) shared.set(context, (pages = firstPagesOf(context)));
  return pages;
}
