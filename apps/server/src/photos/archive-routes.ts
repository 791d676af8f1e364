import * as calls from '@mbari/contract/photos/archive';
import { answers } from '../platform/english.ts';
import { route } from '../platform/http/route.ts';
import { archivePhoto, listArchived } from './archive-photo.ts';

export const archiveRoutes = [
  route(calls.listArchivedPosts, ({ context, member, query }) => listArchived(context, member, query)),
  route(calls.archivePhoto, async ({ context, member, params }) => {
    await archivePhoto(context, member, params.id, true);
    return { message: answers.photoArchived };
  }),
  route(calls.unarchivePhoto, async ({ context, member, params }) => {
    await archivePhoto(context, member, params.id, false);
    return { message: answers.photoUnarchived };
  }),
];
