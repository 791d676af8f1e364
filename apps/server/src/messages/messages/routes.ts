import * as calls from '@mbari/contract/messages/messages';
import { uploadMessageImage } from '@mbari/contract/messages/messages';
import { viewImage, viewReceipt } from '../../photos/posts/views.ts';
import { sendKey } from '../../platform/http/form.ts';
import { route } from '../../platform/http/route.ts';
import { receiveUpload } from '../../platform/images/receive-upload.ts';
import { answers } from '../../platform/languages.ts';
import { Refusal } from '../../platform/refusal.ts';
import { editMessage, react, takeBackMessage } from './change-message.ts';
import { listMessages, searchMessages } from './list-messages.ts';
import { findOwnUpload, findUploadByKey, insertUpload } from './queries.ts';
import { sendMessage } from './send-message.ts';

export const messageRoutes = [
  route(calls.listMessages, ({ context, member, params, query }) => listMessages(context, member, params.id, query)),
  route(calls.sendMessage, async ({ context, member, params, body, request }) => ({
    message: answers.messageSent,
    data: await sendMessage(context, member, params.id, body, sendKey(request, body)),
  })),
  route(calls.searchMessages, ({ context, member, query }) => searchMessages(context, member, query)),
  route(calls.editMessage, async ({ context, member, params, body }) => ({
    message: answers.messageEdited,
    data: await editMessage(context, member, params.id, body.body),
  })),
  route(calls.takeBackMessage, async ({ context, member, params }) => {
    await takeBackMessage(context, member, params.id);
    return { message: answers.messageTakenBack };
  }),
  route(calls.react, async ({ context, member, params, body }) => ({
    message: answers.reactionSaved,
    data: await react(context, member, params.id, body.reaction),
  })),
];

export const messageImageRoutes = [
  route(uploadMessageImage, async ({ context, member, request }) => {
    const uploads = { kind: 'message', findByKey: findUploadByKey, insert: insertUpload } as const;
    const { id, stored } = await receiveUpload(context, member, request, uploadMessageImage.shape.body, uploads);
    const image = await findOwnUpload(context.db, member.id, id);
    if (!image) throw new Refusal('conflict', 'imageTakenAway');
    return { message: answers.messageImageUploaded, data: viewImage(context, image, false, true), receipt: stored && viewReceipt(stored) };
  }),
];
