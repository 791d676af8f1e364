import * as calls from '@mbari/contract/moderation';
import { answers } from '../../platform/english.ts';
import { route } from '../../platform/http/route.ts';
import type { Explanation } from '../rules/require-rule.ts';
import { listLog } from './list-log.ts';
import { listReports } from './list-reports.ts';
import { removeComment, restoreComment } from './moderate-comment.ts';
import { removePhoto, restorePhoto } from './moderate-photo.ts';
import { addReportNote, assignReports, readReport } from './report-desk.ts';
import { resolveReports } from './resolve-reports.ts';
import { resolveTogether } from './resolve-together.ts';
import { endSilence, silenceMember, warnMember } from './sanction-member.ts';
import { endSuspension, suspendMember } from './suspend-member.ts';

const explanationIn = ({ reason, rule_id: ruleId }: { reason: string; rule_id?: string | undefined }): Explanation => ({ reason, ruleId });

export const moderationRoutes = [
  route(calls.listReports, ({ context, member, query }) => listReports(context, member, query)),
  route(calls.listModerationLog, ({ context, member, query }) => listLog(context, member, query)),
  route(calls.readReport, async ({ context, member, params }) => ({ data: await readReport(context, member, params.id) })),
  route(calls.takeReports, async ({ context, member, params }) => {
    await assignReports(context, member, params.id, member.id);
    return { message: answers.reportsTaken };
  }),
  route(calls.leaveReports, async ({ context, member, params }) => {
    await assignReports(context, member, params.id, null);
    return { message: answers.reportsLeft };
  }),
  route(calls.addReportNote, async ({ context, member, params, body }) => {
    await addReportNote(context, member, params.id, body.body);
    return { message: answers.noteAdded };
  }),
  route(calls.resolveReports, async ({ context, member, params, body }) => {
    await resolveReports(context, member, params.id, body);
    return { message: answers.reportsResolved };
  }),
  route(calls.resolveTogether, async ({ context, member, body }) => ({ data: await resolveTogether(context, member, body) })),
  route(calls.removePhoto, async ({ context, member, params, body }) => {
    await removePhoto(context, member, params.id, explanationIn(body));
    return { message: answers.photoTakenDown };
  }),
  route(calls.restorePhoto, async ({ context, member, params }) => {
    await restorePhoto(context, member, params.id);
    return { message: answers.photoRestored };
  }),
  route(calls.removeComment, async ({ context, member, params, body }) => {
    await removeComment(context, member, params.id, explanationIn(body));
    return { message: answers.commentTakenDown };
  }),
  route(calls.restoreComment, async ({ context, member, params }) => {
    await restoreComment(context, member, params.id);
    return { message: answers.commentRestored };
  }),
  route(calls.suspendMember, async ({ context, member, params, body }) => {
    await suspendMember(context, member, params.id, explanationIn(body), body.until ?? null);
    return { message: answers.memberSuspended };
  }),
  route(calls.warnMember, async ({ context, member, params, body }) => {
    await warnMember(context, member, params.id, explanationIn(body));
    return { message: answers.memberWarned };
  }),
  route(calls.silenceMember, async ({ context, member, params, body }) => {
    await silenceMember(context, member, params.id, explanationIn(body), body.until ?? null);
    return { message: answers.memberSilenced };
  }),
  route(calls.endSilence, async ({ context, member, params }) => {
    await endSilence(context, member, params.id);
    return { message: answers.silenceEnded };
  }),
  route(calls.endSuspension, async ({ context, member, params }) => {
    await endSuspension(context, member, params.id);
    return { message: answers.suspensionEnded };
  }),
];
