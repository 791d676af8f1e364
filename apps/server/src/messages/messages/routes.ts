import * as calls from '@mbari/contract/messages/messages';
import { answers } from '../../platform/english.ts';
import { sendKey } from '../../platform/http/idempotency-key.ts';
import { route } from '../../platform/http/route.ts';
import { listMessages } from './list-messages.ts';
import { sendMessage } from './send-message.ts';

export const messageRoutes = [
  route(calls.listMessages, ({ context, member, params, query }) => listMessages(context, member, params.id, query)),
  route(calls.sendMessage, async ({ context, member, params, body, request }) => ({
    message: answers.messageSent,
    data: await sendMessage(context, member, params.id, body, sendKey(request, body)),
  })),
];
