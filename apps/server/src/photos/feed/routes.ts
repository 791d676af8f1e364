import { countNewPhotos, listPhotos, listSavedPosts, listTrending, listWelcomePhotos } from '@mbari/contract/photos/feed';
import { listOwnPlaces } from '@mbari/contract/photos/posts';
import { route } from '../../platform/http/route.ts';
import { presentPhotosReadOnly } from '../posts/present-photos.ts';
import { searchPosts, hasFilters } from '../search-posts.ts';
import { listPlacesOf } from '../search-queries.ts';
import { countNewPosts, selectFeed, selectFollowed, selectMarked, selectTrending } from './list-feed.ts';
import { listPosts } from './list-posts.ts';
import { listWelcomeIds } from './queries.ts';

export const feedRoutes = [
  route(listPhotos, async ({ context, member, query }) => {
    const matches = hasFilters(query) ? await searchPosts(context, member, query) : undefined;
    const select = query.feed === 'following' ? selectFollowed : selectFeed;
    return listPosts(context, member, matches ?? (await select(context, member, query)));
  }),
  route(listOwnPlaces, async ({ context, member }) => ({ data: await listPlacesOf(context.db, member.id) })),
  route(listTrending, async ({ context, member, query }) => listPosts(context, member, await selectTrending(context, member, query.limit))),
  route(listWelcomePhotos, async ({ context, member }) => ({
    data: await presentPhotosReadOnly(context, member, await listWelcomeIds(context.db, member.id)),
  })),
  route(countNewPhotos, async ({ context, member, query }) => ({ data: await countNewPosts(context, member, query) })),
  route(listSavedPosts, async ({ context, member, query }) =>
    listPosts(context, member, await selectMarked(context, member, 'saved', query)),
  ),
];
