import * as calls from '@mbari/contract/moderation/rules';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { acceptRules, listRules, setRules } from './community-rules.ts';

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
