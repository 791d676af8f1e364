import { listProfilePhotos as photos, listProfileSeries as series, readProfile as read } from '@mbari/contract/people/profiles';
import { route } from '../../platform/http/route.ts';
import { listProfilePhotos } from './list-profile-photos.ts';
import { listProfileSeries } from './list-profile-series.ts';
import { presentProfile } from './read-profile.ts';

export const profileRoutes = [
  route(read, ({ context, viewer, params, query }) => presentProfile(context, viewer, { username: params.username, as: query.as })),
  route(series, ({ context, viewer, params, query }) => listProfileSeries(context, viewer, params.username, query)),
  route(photos, ({ context, viewer, params, query }) => listProfilePhotos(context, viewer, params.username, query)),
];
