import { countNewPhotos, listPhotos, listSavedPosts as listSaved, listTrending } from '@mbari/contract/feed';
import type { Context } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { listFound, narrows } from '../search/list-found.ts';
import { countNewPosts } from './count-new-posts.ts';
import { type FirstPages, firstPagesOf } from './first-pages.ts';
import { listFeed, listFollowing, listTrendingPosts } from './list-feed.ts';
import { listSavedPosts } from './list-saved-posts.ts';
import { newestReader, type ReadNewest } from './read-newest.ts';

export const feedRoutes = [
  route(listPhotos, async ({ context, member, query }) => {
    const found = narrows(query) ? await listFound(context, member, query) : undefined;
    if (found) return found;
    if (query.feed === 'following') return listFollowing(context, member, query);
    const { firstPages, readNewest } = sharedIn(context);
    return (await firstPages(member, query)) ?? (await listFeed(context, readNewest, member, query));
  }),
  route(listTrending, ({ context, member, query }) => listTrendingPosts(context, member, query.limit)),
  route(countNewPhotos, async ({ context, member, query }) => ({ data: await countNewPosts(context, member, query) })),
  route(listSaved, ({ context, member, query }) => listSavedPosts(context, member, query)),
];

interface Shared {
  readNewest: ReadNewest;
  firstPages: FirstPages;
}

/** What the viewers of one application share, for as long as it runs. */
const shared = new WeakMap<Context, Shared>();

function sharedIn(context: Context): Shared {
  let all = shared.get(context);
  if (!all) {
    const readNewest = newestReader(context);
    shared.set(context, (all = { readNewest, firstPages: firstPagesOf(context, readNewest) }));
  }
  return all;
}
