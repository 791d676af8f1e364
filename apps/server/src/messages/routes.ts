import * as calls from '@mbari/contract/messages/conversations';
import * as messageCalls from '@mbari/contract/messages/messages';
import { uploadMessageImage } from '@mbari/contract/messages/messages';
import { viewImage, viewReceipt } from '../photos/posts/views.ts';
import { sendKey } from '../platform/http/form.ts';
import { route } from '../platform/http/route.ts';
import { receiveUpload } from '../platform/images/receive-upload.ts';
import { answers } from '../platform/languages.ts';
import { Refusal } from '../platform/refusal.ts';
import {
  addParticipants,
  answerRequest,
  leaveConversation,
  markConversationRead,
  removeParticipant,
  sendTyping,
  updateConversation,
} from './change-conversation.ts';
import { editMessage, react, takeBackMessage } from './change-message.ts';
import { countUnreadAndRequests } from './conversation-queries.ts';
import { listMessages, searchMessages } from './list-messages.ts';
import { findOwnUpload, findUploadByKey, insertUpload } from './message-queries.ts';
import { findConversation, listConversations, readConversation } from './present-conversations.ts';
import { sendMessage } from './send-message.ts';
import { startConversation } from './start-conversation.ts';

export const conversationRoutes = [
  route(calls.listConversations, ({ context, member, query }) => listConversations(context, member, query)),
  route(calls.countConversations, async ({ context, member }) => ({ data: await countUnreadAndRequests(context.db, member.id) })),
  route(calls.startConversation, async ({ context, member, body, request }) => ({
    message: answers.messageSent,
    ...(await startConversation(context, member, body, sendKey(request, body))),
  })),
  route(calls.readConversation, async ({ context, member, params }) => ({ data: await readConversation(context, member, params.id) })),
  route(calls.findConversation, async ({ context, member, params }) => ({ data: await findConversation(context, member, params.id) })),
  route(calls.updateConversation, async ({ context, member, params, body }) => ({
    message: answers.conversationSaved,
    data: await updateConversation(context, member, params.id, body),
  })),
  route(calls.answerRequest, async ({ context, member, params, body }) => {
    await answerRequest(context, member, params.id, body.accept);
    return { message: answers.requestAnswered };
  }),
  route(calls.leaveConversation, async ({ context, member, params }) => {
    await leaveConversation(context, member, params.id);
    return { message: answers.conversationLeft };
  }),
  route(calls.addParticipants, async ({ context, member, params, body }) => ({
    message: answers.participantsAdded,
    data: await addParticipants(context, member, params.id, body.member_ids),
  })),
  route(calls.removeParticipant, async ({ context, member, params }) => {
    await removeParticipant(context, member, params.id, params.memberId);
    return { message: answers.participantRemoved };
  }),
  route(calls.markConversationRead, async ({ context, member, params, body }) => {
    await markConversationRead(context, member, params.id, body.number);
    return {};
  }),
  route(calls.sayTyping, async ({ context, member, params }) => {
    await sendTyping(context, member, params.id);
    return {};
  }),
];

export const messageRoutes = [
  route(messageCalls.listMessages, ({ context, member, params, query }) => listMessages(context, member, params.id, query)),
  route(messageCalls.sendMessage, async ({ context, member, params, body, request }) => ({
    message: answers.messageSent,
    data: await sendMessage(context, member, params.id, body, sendKey(request, body)),
  })),
  route(messageCalls.searchMessages, ({ context, member, query }) => searchMessages(context, member, query)),
  route(messageCalls.editMessage, async ({ context, member, params, body }) => ({
    message: answers.messageEdited,
    data: await editMessage(context, member, params.id, body.body),
  })),
  route(messageCalls.takeBackMessage, async ({ context, member, params }) => {
    await takeBackMessage(context, member, params.id);
    return { message: answers.messageTakenBack };
  }),
  route(messageCalls.react, async ({ context, member, params, body }) => ({
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
