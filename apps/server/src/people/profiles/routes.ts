import { entitlementsOf } from '@mbari/contract/people/plans';
import * as calls from '@mbari/contract/people/profiles';
import {
  customiseProfile as customiseProfileCall,
  listProfilePhotos as photos,
  listProfileSeries as series,
  readProfile as read,
} from '@mbari/contract/people/profiles';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import { type FormRules, withForm } from '../../platform/http/form.ts';
import { route } from '../../platform/http/route.ts';
import { isForm } from '../../platform/http/server.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { refuseImages } from '../../platform/images/storage.ts';
import { answers } from '../../platform/languages.ts';
import { customiseProfile, readCustomisation, upgradeRequired } from './customise-profile.ts';
import { listProfilePhotos, listProfileSeries } from './list-profile-photos.ts';
import { presentProfile } from './read-profile.ts';

export const profileRoutes = [
  route(read, ({ context, viewer, params, query }) => presentProfile(context, viewer, { username: params.username, as: query.as })),
  route(series, ({ context, viewer, params, query }) => listProfileSeries(context, viewer, params.username, query)),
  route(photos, ({ context, viewer, params, query }) => listProfilePhotos(context, viewer, params.username, query)),
];

export const customisationRoutes = [
  route(customiseProfileCall, async ({ context, member, body, request }) => {
    if (isForm(request)) {
      await context.limits.spend('upload by member', member.id);
      await withForm(request, coverForm(context, member), ({ fields, files }) => customiseProfile(context, member.id, fields, files[0]));
    } else await customiseProfile(context, member.id, body);
    return { data: await readCustomisation(context, member), message: answers.profileUpdated };
  }),
];

/** Rejects uploads without a plan before receiving the file. */
const coverForm = (context: Context, member: Viewer): FormRules<typeof calls.customiseProfile.shape.body> => {
  const mayUpload = entitlementsOf(member).customises;
  return {
    fields: calls.customiseProfile.shape.body,
    refuseFiles: () => refuseImages(context, member.id, 'cover'),
    files: {
      name: /^cover$/,
      atMost: mayUpload ? 1 : 0,
      bytes: limits.coverBytes,
      tooLarge: 'coverTooLarge',
      tooMany: mayUpload ? 'onePicture' : upgradeRequired(['cover']),
    },
  };
};
