import * as calls from '@mbari/contract/admin-members';
import { answers } from '../platform/english.ts';
import { route } from '../platform/http/route.ts';
import { changeRole, closeForOther, giveGrant, sendExport, signOut, takeGrantBack } from './act-on-member.ts';
import { listAccounts } from './list-accounts.ts';
import { readAccount } from './read-account.ts';

export const adminMemberRoutes = [
  route(calls.listAccounts, ({ context, member, query }) => listAccounts(context, member, query)),
  route(calls.readAccount, async ({ context, member, params }) => ({ data: await readAccount(context, member, params.id) })),
  route(calls.changeRole, async ({ context, member, params, body }) => {
    await changeRole(context, member, params.id, body);
    return { data: await readAccount(context, member, params.id), message: answers.roleChanged };
  }),
  route(calls.signOutMember, async ({ context, member, params }) => {
    await signOut(context, member, params.id);
    return { data: await readAccount(context, member, params.id), message: answers.memberSignedOut };
  }),
  route(calls.grantMemberPlan, async ({ context, member, params, body }) => {
    await giveGrant(context, member, params.id, body.name, body.ends_at ?? null);
    return { data: await readAccount(context, member, params.id), message: answers.planGranted };
  }),
  route(calls.revokeMemberPlan, async ({ context, member, params }) => {
    await takeGrantBack(context, member, params.id);
    return { data: await readAccount(context, member, params.id), message: answers.planRevoked };
  }),
  route(calls.sendMemberExport, async ({ context, member, params }) => {
    await sendExport(context, member, params.id);
    return { data: await readAccount(context, member, params.id), message: answers.exportOffered };
  }),
  route(calls.closeMemberAccount, async ({ context, member, params }) => {
    await closeForOther(context, member, params.id);
    return { message: answers.memberClosed };
  }),
];
