import * as calls from '@mbari/contract/messages/conversations';
import { answers } from '../../platform/english.ts';
import { sendKey } from '../../platform/http/idempotency-key.ts';
import { route } from '../../platform/http/route.ts';
import { findConversation } from './find-conversation.ts';
import { listConversations } from './list-conversations.ts';
import { markConversationRead } from './mark-read.ts';
import { readConversation } from './present-conversations.ts';
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
  route(calls.markConversationRead, async ({ context, member, params, body }) => {
    await markConversationRead(context, member, params.id, body.number);
    return {};
  }),
];
