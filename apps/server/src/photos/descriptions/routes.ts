import * as calls from '@mbari/contract/photos/descriptions';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { acceptAlt, declineAlt, listWaiting, proposeAlt } from './propose-alt.ts';

export const descriptionRoutes = [
  route(calls.listUndescribed, ({ context, member, query }) => listWaiting(context, member, query)),
  route(calls.proposeAlt, async ({ context, member, params, body }) => {
    await proposeAlt(context, member, params.id, body);
    return { message: answers.descriptionProposed };
  }),
  route(calls.acceptAlt, async ({ context, member, params, body }) => {
    await acceptAlt(context, member, params.id, params.proposalId, body.text);
    return { message: answers.descriptionAccepted };
  }),
  route(calls.declineAlt, async ({ context, member, params }) => {
    await declineAlt(context, member, params.id, params.proposalId);
    return { message: answers.descriptionDeclined };
  }),
];
