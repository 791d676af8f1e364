import * as members from '@mbari/contract/community/admin-members';
import * as announcements from '@mbari/contract/community/announcements';
import { readCommunityHealth } from '@mbari/contract/community/health';
import * as search from '@mbari/contract/community/search';
import * as webhooks from '@mbari/contract/community/webhooks';
import { idAfter, literalLimit } from '../platform/http/lists.ts';
import { route } from '../platform/http/route.ts';
import { isId } from '../platform/ids.ts';
import { answers } from '../platform/languages.ts';
import { notFound } from '../platform/refusal.ts';
import {
  changeRole,
  closeAccountAsAdmin,
  grantPlan,
  listAccounts,
  readAccount,
  revokePlan,
  sendMemberExport,
  signOutMember,
} from './act-on-member.ts';
import { createAnnouncement, deleteAnnouncement, updateAnnouncement, viewAnnouncement } from './announcements.ts';
import { insertDismissal, listAnnouncementRows } from './queries.ts';
import { searchEverything } from './search-everything.ts';
import { readHealth } from './statistics.ts';
import { createWebhook, deleteWebhook, enableWebhook, listDeliveries, listWebhooks, resendDelivery, testWebhook } from './webhooks.ts';

export const communityRoutes = [
  route(announcements.listAnnouncements, async ({ context, query: { per_page, cursor } }) => {
    const rows = await listAnnouncementRows(context.db, idAfter(cursor), literalLimit(per_page + 1));
    const page = rows.slice(0, per_page);
    return {
      data: page.map(viewAnnouncement),
      meta: { per_page, next_cursor: rows.length > per_page ? (page.at(-1)?.id ?? null) : null },
    };
  }),
  route(announcements.createAnnouncement, async ({ context, member, body }) => ({
    data: await createAnnouncement(context, member, body),
    message: answers.announced,
  })),
  route(announcements.updateAnnouncement, async ({ context, member, params, body }) => ({
    data: await updateAnnouncement(context, member, params.id, body),
    message: answers.announcementChanged,
  })),
  route(announcements.deleteAnnouncement, async ({ context, member, params }) => {
    await deleteAnnouncement(context, member, params.id);
    return { message: answers.announcementDeleted };
  }),
  route(announcements.dismissAnnouncement, async ({ context, member, params }) => {
    await context.limits.spend('settings by member', member.id);
    if (!isId(params.id) || (await insertDismissal(context.db, member.id, params.id)) === 0) throw notFound();
    return { message: answers.announcementDismissed };
  }),
  route(members.listAccounts, ({ context, member, query }) => listAccounts(context, member, query)),
  route(members.readAccount, async ({ context, member, params }) => ({ data: await readAccount(context, member, params.id) })),
  route(members.changeRole, async ({ context, member, params, body }) => {
    await changeRole(context, member, params.id, body);
    return { data: await readAccount(context, member, params.id), message: answers.roleChanged };
  }),
  route(members.signOutMember, async ({ context, member, params }) => {
    await signOutMember(context, member, params.id);
    return { data: await readAccount(context, member, params.id), message: answers.memberSignedOut };
  }),
  route(members.grantMemberPlan, async ({ context, member, params, body }) => {
    await grantPlan(context, member, params.id, body.name, body.ends_at ?? null);
    return { data: await readAccount(context, member, params.id), message: answers.planGranted };
  }),
  route(members.revokeMemberPlan, async ({ context, member, params }) => {
    await revokePlan(context, member, params.id);
    return { data: await readAccount(context, member, params.id), message: answers.planRevoked };
  }),
  route(members.sendMemberExport, async ({ context, member, params }) => {
    await sendMemberExport(context, member, params.id);
    return { data: await readAccount(context, member, params.id), message: answers.exportOffered };
  }),
  route(members.closeMemberAccount, async ({ context, member, params }) => {
    await closeAccountAsAdmin(context, member, params.id);
    return { message: answers.memberClosed };
  }),
  route(readCommunityHealth, async ({ context }) => ({ data: await readHealth(context) })),
  route(search.searchEverything, async ({ context, member, query }) => ({ data: await searchEverything(context, member, query.q) })),
  route(webhooks.listWebhooks, async ({ context }) => ({ data: await listWebhooks(context) })),
  route(webhooks.createWebhook, async ({ context, member, body }) => ({
    ...(await createWebhook(context, member, body)),
    message: answers.webhookCreated,
  })),
  route(webhooks.deleteWebhook, async ({ context, member, params }) => {
    await deleteWebhook(context, member, params.id);
    return { message: answers.webhookDeleted };
  }),
  route(webhooks.enableWebhook, async ({ context, member, params }) => {
    await enableWebhook(context, member, params.id);
    return { message: answers.webhookEnabled };
  }),
  route(webhooks.listWebhookDeliveries, async ({ context, params }) => ({ data: await listDeliveries(context, params.id) })),
  route(webhooks.testWebhook, async ({ context, member, params }) => {
    await testWebhook(context, member, params.id);
    return { message: answers.webhookQueued };
  }),
  route(webhooks.resendWebhookDelivery, async ({ context, member, params }) => {
    await resendDelivery(context, member, params);
    return { message: answers.webhookQueued };
  }),
];
