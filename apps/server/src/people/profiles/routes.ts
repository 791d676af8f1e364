import { listProfilePhotos as photos, readProfile as read } from '@mbari/contract/people/profiles';
import { route } from '../../platform/http/route.ts';
import { listProfilePhotos } from './list-profile-photos.ts';
import { presentProfile } from './read-profile.ts';

export const profileRoutes = [
  route(read, ({ context, viewer, params, query }) => presentProfile(context, viewer, { username: params.username, as: query.as })),
  route(photos, ({ context, viewer, params, query }) => listProfilePhotos(context, viewer, params.username, query)),
];
