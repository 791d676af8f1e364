import * as calls from '@mbari/contract/rules';
import { answers } from '../../platform/english.ts';
import { route } from '../../platform/http/route.ts';
import { acceptRules } from './accept-rules.ts';
import { listRules } from './list-rules.ts';
import { setRules } from './set-rules.ts';

export const ruleRoutes = [
  route(calls.listRules, async ({ context }) => ({ data: await listRules(context.db) })),
  route(calls.acceptRules, async ({ context, member, body }) => {
    await acceptRules(context, member, body.version);
    return { message: answers.rulesAccepted };
  }),
  route(calls.setRules, async ({ context, member, body }) => ({
    message: answers.rulesSet,
    data: await setRules(context, member, body),
  })),
];
