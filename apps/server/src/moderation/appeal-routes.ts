import * as calls from '@mbari/contract/moderation/appeals';
import * as sanctions from '@mbari/contract/moderation/appeals';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { acknowledgeWarning, appealDecision, listAppeals, readDecision } from './decisions.ts';
import { resolveAppeal } from './resolve-appeal.ts';

export const appealRoutes = [
  route(calls.readDecision, async ({ context, member, params }) => ({ data: await readDecision(context, member, params.id) })),
  route(calls.appealDecision, async ({ context, member, params, body }) => ({
    message: answers.appealSent,
    data: await appealDecision(context, member, params.id, body.body),
  })),
  route(calls.listAppeals, ({ context, member, query }) => listAppeals(context, member, query)),
  route(calls.resolveAppeal, async ({ context, member, params, body }) => {
    await resolveAppeal(context, member, params.id, body);
    return { message: answers.appealResolved };
  }),
  route(sanctions.acknowledgeWarning, async ({ context, member, params }) => {
    await acknowledgeWarning(context, member, params.id);
    return { message: answers.warningAcknowledged };
  }),
];
