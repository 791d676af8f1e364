import * as calls from '@mbari/contract/moderation/pending-posts';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { decidePending, withdrawPending } from './decide-pending.ts';
import { listOwnPending, listPending } from './list-pending.ts';

export const pendingPostRoutes = [
  route(calls.listOwnPending, ({ context, member, query }) => listOwnPending(context, member, query)),
  route(calls.takeBackPending, async ({ context, member, params }) => {
    await withdrawPending(context, member, params.id);
    return { message: answers.pendingTakenBack };
  }),
  route(calls.listPending, ({ context, member, query }) => listPending(context, member, query)),
  route(calls.decidePending, async ({ context, member, params, body }) => {
    await decidePending(context, member, params.id, body);
    return { message: body.verdict === 'approved' ? answers.pendingPosted : answers.pendingDeclined };
  }),
];
