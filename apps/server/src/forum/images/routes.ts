import * as calls from '@mbari/contract/forum/images';
import { viewReceipt } from '../../photos/posts/views.ts';
import { route } from '../../platform/http/route.ts';
import { receiveUpload } from '../../platform/images/receive-upload.ts';
import { answers } from '../../platform/languages.ts';
import { findUploadByKey, insertUpload } from './queries.ts';
import { listTopicImages, requireUploadedImage } from './upload-image.ts';

export const forumImageRoutes = [
  route(calls.uploadForumImage, async ({ context, member, request }) => {
    const uploads = { kind: 'forum', findByKey: findUploadByKey, insert: insertUpload } as const;
    const { id, stored } = await receiveUpload(context, member, request, calls.uploadForumImage.shape.body, uploads);
    return {
      message: answers.forumImageUploaded,
      data: await requireUploadedImage(context, member, id),
      receipt: stored && viewReceipt(stored),
    };
  }),
  route(calls.listTopicImages, ({ context, member, params, query }) => listTopicImages(context, member, params.id, query)),
];
