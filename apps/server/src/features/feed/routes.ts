import { listPhotos } from '@mbari/contract/photos';
import { route } from '../../http/route.ts';
import { listFeed } from './list-feed.ts';

export const feedRoutes = [route(listPhotos, ({ context, member, query }) => listFeed(context, member, query))];
