import { countNewPhotos, listPhotos, listSavedPosts, listTrending } from '@mbari/contract/photos/feed';
import { route } from '../../platform/http/route.ts';
import { searchPosts, hasFilters } from '../search/search-posts.ts';
import { countNewPosts, findFeed, findFollowed, findTrending, findSaved } from './list-feed.ts';
import { listPosts } from './list-posts.ts';

export const feedRoutes = [
  route(listPhotos, async ({ context, member, query }) => {
    const matches = hasFilters(query) ? await searchPosts(context, member, query) : undefined;
    const find = query.feed === 'following' ? findFollowed : findFeed;
    return listPosts(context, member, matches ?? (await find(context, member, query)));
  }),
  route(listTrending, async ({ context, member, query }) => listPosts(context, member, await findTrending(context, member, query.limit))),
  route(countNewPhotos, async ({ context, member, query }) => ({ data: await countNewPosts(context, member, query) })),
  route(listSavedPosts, async ({ context, member, query }) => listPosts(context, member, await findSaved(context, member, query))),
];
