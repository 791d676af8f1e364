import { uploadMessageImage } from '@mbari/contract/messages/messages';
import { viewImage, viewReceipt } from '../../photos/posts/views.ts';
import { route } from '../../platform/http/route.ts';
import { receiveUpload } from '../../platform/images/receive-upload.ts';
import { answers } from '../../platform/languages.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findOwnUpload, findUploadByKey, insertUpload } from './queries.ts';

export const messageImageRoutes = [
  route(uploadMessageImage, async ({ context, member, request }) => {
    const uploads = { kind: 'message', findByKey: findUploadByKey, insert: insertUpload } as const;
    const { id, stored } = await receiveUpload(context, member, request, uploadMessageImage.shape.body, uploads);
    const image = await findOwnUpload(context.db, member.id, id);
    if (!image) throw new Refusal('conflict', 'imageTakenAway');
    return { message: answers.messageImageUploaded, data: viewImage(context, image, false, true), receipt: stored && viewReceipt(stored) };
  }),
];
