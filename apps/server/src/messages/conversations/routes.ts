import * as calls from '@mbari/contract/messages/conversations';
import { sendKey } from '../../platform/http/form.ts';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { addParticipants, answerRequest, leaveConversation, removeParticipant, updateConversation } from './change-conversation.ts';
import { markConversationRead, sendTyping } from './mark-read.ts';
import { findConversation, listConversations, readConversation } from './present-conversations.ts';
import { countUnreadAndRequests } from './queries.ts';
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
