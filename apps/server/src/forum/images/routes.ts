import * as calls from '@mbari/contract/forum/images';
import * as limits from '@mbari/contract/platform/limits';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { answers } from '../../platform/english.ts';
import { type FormRules, withForm } from '../../platform/http/form.ts';
import { formKey, idempotencyKey } from '../../platform/http/idempotency-key.ts';
import { route } from '../../platform/http/route.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { refuseImages } from '../../platform/images/storage.ts';
import { listTopicImages } from './list-topic-images.ts';
import { findUploadByKey } from './queries.ts';
import { findEarlierUpload, type UploadResult, uploadImage } from './upload-image.ts';

export const forumImageRoutes = [
  route(calls.uploadForumImage, async ({ context, member, request }) => {
    const { image, receipt } = await upload(context, member, request);
    return { message: answers.forumImageUploaded, data: image, receipt };
  }),
  route(calls.listTopicImages, ({ context, member, params, query }) => listTopicImages(context, member, params.id, query)),
];

async function upload(context: Context, member: Viewer, request: FastifyRequest): Promise<UploadResult> {
  const value = idempotencyKey(request);
  const isRetry = value !== null && (await findUploadByKey(context.db, member.id, value)) !== undefined;
  await context.limits.spend(isRetry ? 'change by member' : 'upload by member', member.id);
  return withForm(request, rulesFor(context, member, isRetry), async (form) => {
    const key = formKey(request, form);
    const earlierUpload = isRetry && key ? await findEarlierUpload(context, member, key) : null;
    return earlierUpload ?? uploadImage(context, member, { file: form.files[0]!, alt: form.fields.alt ?? '', key });
  });
}

const rulesFor = (context: Context, member: Viewer, isRetry: boolean): FormRules<typeof calls.uploadForumImage.shape.body> => ({
  fields: calls.uploadForumImage.shape.body,
  files: { name: /^image$/, atMost: 1, tooMany: 'oneImage', bytes: limits.imageBytes, tooLarge: 'imageTooLarge' },
  required: { names: ['image'], reason: 'imageMissing' },
  ...(!isRetry && { refuseFiles: () => refuseImages(context, member.id, 'forum') }),
});
