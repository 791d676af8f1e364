import { listReplying as listCall, sayReplying as sayCall } from '@mbari/contract/platform/events';
import { route } from '../../platform/http/route.ts';
import { listReplying, sayReplying } from './typing-indicator.ts';

export const replyingRoutes = [
  route(sayCall, async ({ context, member, params }) => {
    await sayReplying(context, member, params.id);
    return {};
  }),
  route(listCall, async ({ context, member, params }) => ({ data: await listReplying(context, member, params.id) })),
];
