import {
  profileFields,
  readAuthMe,
  readInterests,
  readMe,
  replaceInterests as replaceInterestsCall,
  updateProfile,
} from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import { answers } from '../platform/english.ts';
import { type FormRules, withForm } from '../platform/http/form.ts';
import { route } from '../platform/http/route.ts';
import { isForm } from '../platform/http/server.ts';
import { refuseImages } from '../platform/images/storage.ts';
import { changeProfile } from './change-profile.ts';
import { listInterests } from './current-user-queries.ts';
import { viewInterests } from './current-user-views.ts';
import { readCurrentUser } from './read-current-user.ts';
import { replaceInterests } from './replace-interests.ts';

const profileForm = {
  fields: profileFields,
  files: {
    name: /^profile_image$/,
    atMost: 1,
    bytes: limits.avatarBytes,
    tooLarge: 'avatarTooLarge',
    tooMany: 'onePicture',
  },
} satisfies FormRules<typeof profileFields>;

export const currentUserRoutes = [
  route(readMe, async ({ context, member }) => ({ data: await readCurrentUser(context, context.db, member.id) })),
  route(readAuthMe, async ({ context, member }) => ({ data: await readCurrentUser(context, context.db, member.id) })),

  route(updateProfile, async ({ context, member, body, request }) => {
    if (isForm(request)) {
      await context.limits.spend('upload by member', member.id);
      const refuseFiles = () => refuseImages(context, member.id, 'avatar');
      await withForm(request, { ...profileForm, refuseFiles }, ({ fields, files }) => changeProfile(context, member, fields, files[0]));
    } else await changeProfile(context, member, body);
    return { data: await readCurrentUser(context, context.db, member.id), message: answers.profileUpdated };
  }),

  route(readInterests, async ({ context, member }) => viewInterests(await listInterests(context.db, member.id))),
  route(replaceInterestsCall, async ({ context, member, body }) => ({
    ...(await replaceInterests(context, member.id, body.category_ids)),
    message: answers.interestsSaved,
  })),
];
