import { savePhoto as save, unsavePhoto as unsave } from '@mbari/contract/saved-posts';
import { answers } from '../../platform/english.ts';
import { route } from '../../platform/http/route.ts';
import { savePhoto } from './save-photo.ts';
import { unsavePhoto } from './unsave-photo.ts';

export const savedPostRoutes = [
  route(save, async ({ context, member, params }) => ({
    message: answers.photoSaved,
    data: await savePhoto(context, member, params.id),
  })),
  route(unsave, async ({ context, member, params }) => ({
    message: answers.photoUnsaved,
    data: await unsavePhoto(context, member, params.id),
  })),
];
