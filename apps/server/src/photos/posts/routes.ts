import { entitlementsOf } from '@mbari/contract/people/plans';
import * as archive from '@mbari/contract/photos/archive';
import * as calls from '@mbari/contract/photos/posts';
import { createPhoto as create, deletePhoto as remove, readPhoto, updatePhoto as update } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { formKey, type FormRules, idempotencyKey, withForm } from '../../platform/http/form.ts';
import { route } from '../../platform/http/route.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { refuseImages } from '../../platform/images/storage.ts';
import { answers } from '../../platform/languages.ts';
import { spendAsMember } from '../../platform/screening/screen.ts';
import { archivePhoto, listArchived } from './archive-photo.ts';
import { createPhoto, findPostByKey, type PostedPhoto } from './create-photo.ts';
import { deletePhoto } from './delete-photo.ts';
import { upgradeRequired } from './image-slots.ts';
import { openPhoto, presentPhoto } from './present-photos.ts';
import { findPhotoByKey } from './queries.ts';
import { listScheduled, schedulePost } from './schedule-post.ts';
import { requireOwnPhoto, updatePhoto } from './update-photo.ts';

export const photoRoutes = [
  route(create, async ({ context, member, request }) => {
    const { id, receipt } = await post(context, member, request);
    const data = await presentPhoto(context, member, id);
    return { data, message: data.scheduled ? answers.photoScheduled : answers.uploaded, receipt };
  }),
  route(readPhoto, async ({ context, member, params, query }) => ({
    data: await openPhoto(context, member, params.id, query.sharp === 'true'),
  })),
  route(update, async ({ context, member, params, request }) => {
    const { id } = await requireOwnPhoto(context, member, params.id);
    await context.limits.spend('change by member', member.id);
    const rules = {
      fields: calls.updatePhoto.shape.body,
      files: imagesOf(member),
      refuseFiles: () => refuseImages(context, member.id, 'photo'),
    };
    await withForm(request, rules, (form) => updatePhoto(context, member, id, form));
    const data = await presentPhoto(context, member, id);
    return { data, message: answers.photoUpdated };
  }),
  route(remove, async ({ context, member, params }) => {
    await deletePhoto(context, member, params.id);
    return { message: answers.photoDeleted };
  }),
];

export const scheduleRoutes = [
  route(archive.listScheduledPosts, async ({ context, member }) => ({ data: await listScheduled(context, member) })),
  route(archive.schedulePhoto, async ({ context, member, params, body: { publish_at: time } }) => ({
    data: await schedulePost(context, member, params.id, time),
    message: time === null ? answers.uploaded : answers.photoScheduled,
  })),
];

export const archiveRoutes = [
  route(archive.listArchivedPosts, ({ context, member, query }) => listArchived(context, member, query)),
  route(archive.archivePhoto, async ({ context, member, params }) => {
    await archivePhoto(context, member, params.id, true);
    return { message: answers.photoArchived };
  }),
  route(archive.unarchivePhoto, async ({ context, member, params }) => {
    await archivePhoto(context, member, params.id, false);
    return { message: answers.photoUnarchived };
  }),
];

async function post(context: Context, member: Viewer, request: FastifyRequest): Promise<PostedPhoto> {
  const value = idempotencyKey(request);
  // Retries do not count towards the upload rate limit, and are answered even when the storage is full.
  const isRetry = value !== null && (await findPhotoByKey(context.db, member.id, value)) !== undefined;
  if (isRetry) await context.limits.spend('change by member', member.id);
  else await spendAsMember(context, member, 'upload by member');
  return withForm(request, postingRules(context, member, isRetry), async (form) => {
    const key = formKey(request, form);
    const previousId = isRetry && key ? await findPostByKey(context, member, key) : null;
    return previousId === null ? createPhoto(context, member, { ...form, key }) : { id: previousId, receipt: null };
  });
}

function postingRules(context: Context, member: Viewer, isRetry: boolean): FormRules<typeof calls.createPhoto.shape.body> {
  return {
    fields: calls.createPhoto.shape.body,
    files: imagesOf(member),
    required: { names: ['images', 'title'], reason: 'uploadIncomplete' },
    ...(!isRetry && { refuseFiles: () => refuseImages(context, member.id, 'photo') }),
  };
}

const imagesOf = ({ is_paid }: Viewer): FormRules<typeof calls.createPhoto.shape.body>['files'] => ({
  name: /^images(?:\[\d?\])?$/,
  // `requireRoom` checks the plan, because it depends on fields.
  atMost: Math.max(limits.imagesCompared, entitlementsOf({ is_paid }).imagesPerPost),
  tooMany: is_paid ? 'tooManyImages' : upgradeRequired(),
  bytes: limits.imageBytes,
  tooLarge: 'imageTooLarge',
});
