import * as calls from '@mbari/contract/moderation';
import { answers } from '../../english.ts';
import { route } from '../../http/route.ts';
import { listLog } from './list-log.ts';
import { listReports } from './list-reports.ts';
import { removeComment, restoreComment } from './moderate-comment.ts';
import { removePhoto, restorePhoto } from './moderate-photo.ts';
import { resolveReports } from './resolve-reports.ts';
import { endSuspension, suspendMember } from './suspend-member.ts';

export const moderationRoutes = [
  route(calls.listReports, ({ context, member, query }) => listReports(context, member, query)),
  route(calls.listModerationLog, ({ context, member, query }) => listLog(context, member, query)),
  route(calls.resolveReports, async ({ context, member, params, body }) => {
    await resolveReports(context, member, params.id, body);
    return { message: answers.reportsResolved };
  }),
  route(calls.removePhoto, async ({ context, member, params, body }) => {
    await removePhoto(context, member, params.id, body.reason);
    return { message: answers.photoTakenDown };
  }),
  route(calls.restorePhoto, async ({ context, member, params }) => {
    await restorePhoto(context, member, params.id);
    return { message: answers.photoRestored };
  }),
  route(calls.removeComment, async ({ context, member, params, body }) => {
    await removeComment(context, member, params.id, body.reason);
    return { message: answers.commentTakenDown };
  }),
  route(calls.restoreComment, async ({ context, member, params }) => {
    await restoreComment(context, member, params.id);
    return { message: answers.commentRestored };
  }),
  route(calls.suspendMember, async ({ context, member, params, body }) => {
    await suspendMember(context, member, params.id, { reason: body.reason, until: body.until ?? null });
    return { message: answers.memberSuspended };
  }),
  route(calls.endSuspension, async ({ context, member, params }) => {
    await endSuspension(context, member, params.id);
    return { message: answers.suspensionEnded };
  }),
];
