import * as calls from '@mbari/contract/held';
import { answers } from '../../english.ts';
import { route } from '../../http/route.ts';
import { decideHeld } from './decide-held.ts';
import { listHeld, listOwnHeld } from './list-held.ts';
import { takeBackHeld } from './take-back-held.ts';

export const heldPostRoutes = [
  route(calls.listOwnHeld, ({ context, member, query }) => listOwnHeld(context, member, query)),
  route(calls.takeBackHeld, async ({ context, member, params }) => {
    await takeBackHeld(context, member, params.id);
    return { message: answers.heldTakenBack };
  }),
  route(calls.listHeld, ({ context, member, query }) => listHeld(context, member, query)),
  route(calls.decideHeld, async ({ context, member, params, body }) => {
    await decideHeld(context, member, params.id, body);
    return { message: body.verdict === 'approved' ? answers.heldPosted : answers.heldDeclined };
  }),
];
