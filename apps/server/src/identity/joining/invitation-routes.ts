import * as calls from '@mbari/contract/identity/invitations';
import { answers } from '../../platform/english.ts';
import { addressKey } from '../../platform/http/limits/rate-limits.ts';
import { route } from '../../platform/http/route.ts';
import { checkInvitation, createInvitation, listInvitations, listInvited, revokeInvitation } from './invitations.ts';

export const invitationRoutes = [
  route(calls.listInvitations, ({ context, member, query }) => listInvitations(context, member, query)),
  route(calls.createInvitation, async ({ context, member, body }) => ({
    ...(await createInvitation(context, member, body)),
    message: answers.invitationMade,
  })),
  route(calls.revokeInvitation, async ({ context, member, params }) => {
    await revokeInvitation(context, member, params.id);
    return { message: answers.invitationRevoked };
  }),
  route(calls.listInvited, ({ context, member, params, query }) => listInvited(context, member, params.id, query)),
  route(calls.checkInvitation, async ({ context, body, request }) => {
    await context.limits.spend('invitation by ip', addressKey(request.ip));
    return { data: await checkInvitation(context, body.token) };
  }),
];
