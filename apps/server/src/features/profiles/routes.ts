import { listProfilePhotos as photos, readProfile as read } from '@mbari/contract/profiles';
import { route } from '../../http/route.ts';
import { listProfilePhotos } from './list-profile-photos.ts';
import { readProfile } from './read-profile.ts';

export const profileRoutes = [
  route(read, async ({ context, viewer, params, query }) => ({
    data: await readProfile(context, viewer, { username: params.username, as: query.as }),
  })),
  route(photos, ({ context, viewer, params, query }) => listProfilePhotos(context, viewer, params.username, query)),
];
