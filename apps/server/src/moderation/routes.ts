import * as appeals from '@mbari/contract/moderation/appeals';
import * as sanctions from '@mbari/contract/moderation/appeals';
import * as pending from '@mbari/contract/moderation/pending-posts';
import * as rules from '@mbari/contract/moderation/rules';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { acceptRules, listRules, setRules } from './community-rules.ts';
import { decidePending, listOwnPending, listPending, withdrawPending } from './decide-pending.ts';
import { acknowledgeWarning, appealDecision, listAppeals, readDecision } from './decisions.ts';
import { resolveAppeal } from './resolve-appeal.ts';

export const appealRoutes = [
  route(appeals.readDecision, async ({ context, member, params }) => ({ data: await readDecision(context, member, params.id) })),
  route(appeals.appealDecision, async ({ context, member, params, body }) => ({
    message: answers.appealSent,
    data: await appealDecision(context, member, params.id, body.body),
  })),
  route(appeals.listAppeals, ({ context, member, query }) => listAppeals(context, member, query)),
  route(appeals.resolveAppeal, async ({ context, member, params, body }) => {
    await resolveAppeal(context, member, params.id, body);
    return { message: answers.appealResolved };
  }),
  route(sanctions.acknowledgeWarning, async ({ context, member, params }) => {
    await acknowledgeWarning(context, member, params.id);
    return { message: answers.warningAcknowledged };
  }),
];

export const pendingPostRoutes = [
  route(pending.listOwnPending, ({ context, member, query }) => listOwnPending(context, member, query)),
  route(pending.takeBackPending, async ({ context, member, params }) => {
    await withdrawPending(context, member, params.id);
    return { message: answers.pendingTakenBack };
  }),
  route(pending.listPending, ({ context, member, query }) => listPending(context, member, query)),
  route(pending.decidePending, async ({ context, member, params, body }) => {
    await decidePending(context, member, params.id, body);
    return { message: body.verdict === 'approved' ? answers.pendingPosted : answers.pendingDeclined };
  }),
];

export const ruleRoutes = [
  route(rules.listRules, async ({ context }) => ({ data: await listRules(context.db) })),
  route(rules.acceptRules, async ({ context, member, body }) => {
    await acceptRules(context, member, body.version);
    return { message: answers.rulesAccepted };
  }),
  route(rules.setRules, async ({ context, member, body }) => ({
    message: answers.rulesSet,
    data: await setRules(context, member, body),
  })),
];
