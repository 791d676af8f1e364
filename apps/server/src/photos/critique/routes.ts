import * as calls from '@mbari/contract/photos/critique';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { listCritiques, readCritique } from './read-critique.ts';
import { markHelpful, saveCritique } from './save-critique.ts';

export const critiqueRoutes = [
  route(calls.readCritique, async ({ context, member, params }) => ({ data: await readCritique(context, member, params.id) })),
  route(calls.saveCritique, async ({ context, member, params, body }) => {
    await saveCritique(context, member, params.id, body);
    return { message: answers.critiqueSaved };
  }),
  route(calls.markHelpful, async ({ context, member, params, body }) => {
    await markHelpful(context, member, params.id, body);
    return { message: answers.helpfulSaved };
  }),
  route(calls.listCritiques, ({ context, member, query }) => listCritiques(context, member, query)),
];
