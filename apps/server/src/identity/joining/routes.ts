import * as applicationCalls from '@mbari/contract/identity/applications';
import * as invitationCalls from '@mbari/contract/identity/invitations';
import * as joiningCalls from '@mbari/contract/identity/joining';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { readJoining } from '../../platform/site/open-site.ts';
import { answerApplication, decideApplication, listApplications, readOwnApplication } from './applications.ts';
import { changeJoining } from './change-joining.ts';
import { checkInvitation, createInvitation, listInvitations, listInvitedMembers, revokeInvitation } from './invitations.ts';
import { viewJoining } from './queries.ts';

export const applicationRoutes = [
  route(applicationCalls.readOwnApplication, async ({ context, member }) => ({ data: await readOwnApplication(context, member) })),
  route(applicationCalls.answerApplication, async ({ context, member, body }) => ({
    message: answers.applicationSent,
    data: await answerApplication(context, member, body.answer),
  })),
  route(applicationCalls.listApplications, ({ context, query }) => listApplications(context, query)),
  route(applicationCalls.decideApplication, async ({ context, member, params, body }) => {
    await decideApplication(context, member, params.id, body);
    return { message: body.verdict === 'approved' ? answers.memberLetIn : answers.memberDeclined };
  }),
];

export const invitationRoutes = [
  route(invitationCalls.listInvitations, ({ context, member, query }) => listInvitations(context, member, query)),
  route(invitationCalls.createInvitation, async ({ context, member, body }) => ({
    ...(await createInvitation(context, member, body)),
    message: answers.invitationMade,
  })),
  route(invitationCalls.revokeInvitation, async ({ context, member, params }) => {
    await revokeInvitation(context, member, params.id);
    return { message: answers.invitationRevoked };
  }),
  route(invitationCalls.listInvited, ({ context, member, params, query }) => listInvitedMembers(context, member, params.id, query)),
  route(invitationCalls.checkInvitation, async ({ context, body, request }) => {
    await context.limits.spend('invitation by ip', addressKey(request.ip));
    return { data: await checkInvitation(context, body.token) };
  }),
];

export const joiningRoutes = [
  route(joiningCalls.readJoining, async ({ context }) => ({ data: viewJoining(await readJoining(context.db)) })),
  route(joiningCalls.changeJoining, async ({ context, member, body }) => ({
    data: viewJoining(await changeJoining(context, member, body)),
    message: answers.joiningChanged,
  })),
];
