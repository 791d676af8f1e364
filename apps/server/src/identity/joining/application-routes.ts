import * as calls from '@mbari/contract/identity/applications';
import { answers } from '../../platform/english.ts';
import { route } from '../../platform/http/route.ts';
import { answerApplication, decideApplication, listApplications, readOwnApplication } from './applications.ts';

export const applicationRoutes = [
  route(calls.readOwnApplication, async ({ context, member }) => ({ data: await readOwnApplication(context, member) })),
  route(calls.answerApplication, async ({ context, member, body }) => ({
    message: answers.applicationSent,
    data: await answerApplication(context, member, body.answer),
  })),
  route(calls.listApplications, ({ context, query }) => listApplications(context, query)),
  route(calls.decideApplication, async ({ context, member, params, body }) => {
    await decideApplication(context, member, params.id, body);
    return { message: body.verdict === 'approved' ? answers.memberLetIn : answers.memberDeclined };
  }),
];
