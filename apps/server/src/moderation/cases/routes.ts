import * as forumCalls from '@mbari/contract/forum/moderation';
import * as calls from '@mbari/contract/moderation/cases';
import * as removal from '@mbari/contract/platform/reports';
import { readTopic } from '../../forum/topics/list-topics.ts';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import type { Explanation } from '../community-rules.ts';
import { askRemoval } from '../decisions.ts';
import { moderate } from './act-on.ts';
import { listLog } from './list-log.ts';
import { addReportNote, assignReports, listReports, readReport } from './list-reports.ts';
import { resolveReports, resolveReportsInBulk, reverseAct } from './resolve-reports.ts';

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
  route(calls.resolveTogether, async ({ context, member, body }) => ({ data: await resolveReportsInBulk(context, member, body) })),
  route(removal.askRemoval, async ({ context, member, params, body }) => {
    await askRemoval(context, member, params.id, body.reason);
    return { message: answers.reported };
  }),
  route(calls.removePhoto, async ({ context, member, params, body }) => {
    await moderate(context, member, { photoId: params.id }, { outcome: 'removed', ...explanationIn(body) });
    return { message: answers.photoTakenDown };
  }),
  route(calls.markPhoto, async ({ context, member, params, body: { warning, ...body } }) => {
    await moderate(context, member, { photoId: params.id }, { outcome: 'marked', warning, ...explanationIn(body) });
    return { message: answers.photoMarked };
  }),
  route(calls.unmarkPhoto, async ({ context, member, params, body }) => {
    await reverseAct(context, member, 'unmark_photo', { photoId: params.id, reason: body.reason });
    return { message: answers.photoUnmarked };
  }),
  route(calls.removeComment, async ({ context, member, params, body }) => {
    await moderate(context, member, { commentId: params.id }, { outcome: 'removed', ...explanationIn(body) });
    return { message: answers.commentTakenDown };
  }),
  route(calls.warnMember, async ({ context, member, params, body }) => {
    await moderate(context, member, { memberId: params.id }, { outcome: 'warned', ...explanationIn(body) });
    return { message: answers.memberWarned };
  }),
  route(calls.silenceMember, async ({ context, member, params, body }) => {
    await moderate(context, member, { memberId: params.id }, { outcome: 'silenced', until: body.until, ...explanationIn(body) });
    return { message: answers.memberSilenced };
  }),
  route(calls.suspendMember, async ({ context, member, params, body }) => {
    await moderate(context, member, { memberId: params.id }, { outcome: 'suspended', until: body.until, ...explanationIn(body) });
    return { message: answers.memberSuspended };
  }),
  route(calls.restorePhoto, async ({ context, member, params }) => {
    await reverseAct(context, member, 'restore_photo', { photoId: params.id });
    return { message: answers.photoRestored };
  }),
  route(calls.restoreComment, async ({ context, member, params }) => {
    await reverseAct(context, member, 'restore_comment', { commentId: params.id });
    return { message: answers.commentRestored };
  }),
  route(calls.restoreSeries, async ({ context, member, params }) => {
    await reverseAct(context, member, 'restore_series', { seriesId: params.id });
    return { message: answers.seriesRestored };
  }),
  route(calls.restoreExhibition, async ({ context, member, params }) => {
    await reverseAct(context, member, 'restore_exhibition', { exhibitionId: params.id });
    return { message: answers.exhibitionRestored };
  }),
  route(calls.restoreFeedback, async ({ context, member, params }) => {
    await reverseAct(context, member, 'restore_feedback', { feedbackId: params.id });
    return { message: answers.feedbackRestored };
  }),
  route(calls.endSilence, async ({ context, member, params }) => {
    await reverseAct(context, member, 'end_silence', { memberId: params.id });
    return { message: answers.silenceEnded };
  }),
  route(calls.endSuspension, async ({ context, member, params }) => {
    await reverseAct(context, member, 'end_suspension', { memberId: params.id });
    return { message: answers.suspensionEnded };
  }),
  route(forumCalls.restoreTopic, async ({ context, member, params, body }) => {
    await reverseAct(context, member, 'restore_topic', { topicId: params.id, ...(body.category_id && { categoryId: body.category_id }) });
    return { message: answers.topicRestored, data: await readTopic(context, member, params.id) };
  }),
  route(forumCalls.restoreForumPost, async ({ context, member, params }) => {
    await reverseAct(context, member, 'restore_post', { topicId: params.id, postId: params.postId });
    return { message: answers.postRestored };
  }),
];
