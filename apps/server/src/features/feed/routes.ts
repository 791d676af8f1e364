import { countNewPhotos, listTrending } from '@mbari/contract/discovery';
import { listPhotos } from '@mbari/contract/photos';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { listFound } from '../search/list-found.ts';
import { countNewPosts } from './count-new-posts.ts';
import { type FirstPages, firstPagesOf } from './first-pages.ts';
import { listFeed, listFollowing } from './list-feed.ts';
import { listTrendingPosts } from './list-trending-posts.ts';

export const feedRoutes = [
  route(listPhotos, async ({ context, member, query }) => {
    const found = await listFound(context, member, query);
    if (found) return found;
    if (query.feed === 'following') return listFollowing(context, member, query);
    return (await firstPages(context)(member, query)) ?? (await listFeed(context, member, query));
  }),
  route(listTrending, async ({ context, member, query }) => ({ data: await listTrendingPosts(context, member, query.limit) })),
  route(countNewPhotos, async ({ context, member, query }) => ({ data: await countNewPosts(context, member, query) })),
];

/** What the viewers of one application share, for as long as it runs. */
const shared = new WeakMap<Context, FirstPages>();

function firstPages(context: Context): FirstPages {
  let pages = shared.get(context);
  if (!pages) shared.set(context, (pages = firstPagesOf(context)));
  return pages;
}
