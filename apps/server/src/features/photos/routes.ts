import { likePhoto as like, listLikes as likes, readPhoto, unlikePhoto as unlike } from '@mbari/contract/photos';
import { route } from '../../http/route.ts';
import { likePhoto } from './like-photo.ts';
import { listLikes } from './list-likes.ts';
import { presentPhotos } from './present-photos.ts';
import { requireVisiblePhoto } from './require-visible-photo.ts';
import { unlikePhoto } from './unlike-photo.ts';

export const photoRoutes = [
  route(readPhoto, async ({ context, member, params }) => {
    const { id } = await requireVisiblePhoto(context, member, params.id);
    const [data] = await presentPhotos(context, member, [id]);
    return { data: data! };
  }),
  route(like, async ({ context, member, params }) => ({ message: 'Photo liked', data: await likePhoto(context, member, params.id) })),
  route(unlike, async ({ context, member, params }) => ({ message: 'Like removed', data: await unlikePhoto(context, member, params.id) })),
  route(likes, ({ context, member, params, query }) => listLikes(context, member, params.id, query)),
];
