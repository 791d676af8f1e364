import type * as calls from '@mbari/contract/moderation/cases';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Organiser } from '../../platform/http/viewer.ts';
import { findSubjects, lockKnownReports, lockReportsLike, type OpenReport } from '../../platform/moderation/open-reports.ts';
import { asOrganiser } from '../../platform/moderation/record-moderation.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { requireExplanation } from '../community-rules.ts';
import { actOn, type Decision, type Subject } from './act-on.ts';

type Body = z.output<typeof calls.resolveReports.shape.body>;
type BulkShape = typeof calls.resolveTogether.shape;
type Answer = z.input<BulkShape['answer']>['data'];

/** Acts on a reported subject and resolves all its open reports. Refuses a concurrent second resolution. */
export const resolveReports = (context: Context, viewer: Organiser, reportId: string, body: Body): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    const reports = await lockReportsLike(tx, viewer.id, reportId);
    await actOn(context, tx, viewer, subjectOf(reports[0]!), await prepareDecision(tx, body), reports);
  });

/**
 * Resolves several subjects, each in its own transaction, so one refusal undoes nothing else. A transaction never locks two subjects, so deadlocks
 * are impossible.
 */
export async function resolveReportsInBulk(
  context: Context,
  viewer: Organiser,
  { report_ids: ids, ...body }: z.output<BulkShape['body']>,
): Promise<Answer> {
  const decision = await prepareDecision(context.db, body);
  const subjects = await findSubjects(context.db, viewer.id, ids);
  // Two reports about one subject are resolved once.
  const results = new Map<string, Refusal | null>();
  const answer: Answer = [];
  for (const id of ids) {
    const subject = subjects.get(id);
    if (subject !== undefined && !results.has(subject)) results.set(subject, await tryResolve(context, viewer, id, decision));
    const refusal = subject === undefined ? notFound('reportNotFound') : results.get(subject);
    answer.push({ id, refusal: refusal ? viewRefusal(refusal) : null });
  }
  return answer;
}

/** Returns null if the reports were resolved. */
async function tryResolve(context: Context, viewer: Organiser, id: string, decision: Decision): Promise<Refusal | null> {
  try {
    await asOrganiser(context, viewer, async (tx) => {
      const reports = await lockKnownReports(tx, viewer.id, id);
      await actOn(context, tx, viewer, subjectOf(reports[0]!), decision, reports);
    });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function prepareDecision(db: Statements, { outcome, note = '', rule_id: ruleId, until = null, warning }: Body): Promise<Decision> {
  const explanation = await requireExplanation(db, { reason: note, ruleId });
  if (outcome !== 'dismissed' && note === '' && ruleId === undefined) throw invalid({ note: ['moderationReasonMissing'] });
  return { ...explanation, outcome, until, warning };
}

const subjectOf = ({
  photo_id,
  comment_id,
  forum_post_id,
  series_id,
  exhibition_id,
  challenge_id,
  feedback_id,
  message_id,
  owner_id,
}: OpenReport): Subject => ({
  ...(photo_id !== null && { photoId: photo_id }),
  ...(comment_id !== null && { commentId: comment_id }),
  ...(forum_post_id !== null && { postId: forum_post_id }),
  ...(series_id !== null && { seriesId: series_id }),
  ...(exhibition_id !== null && { exhibitionId: exhibition_id }),
  ...(challenge_id !== null && { challengeId: challenge_id }),
  ...(feedback_id !== null && { feedbackId: feedback_id }),
  ...(message_id !== null && { messageId: message_id }),
  ...(owner_id !== null && { memberId: owner_id }),
});

/** Prefers a field error, which is more specific. */
function viewRefusal({ code, sentence, errors }: Refusal): NonNullable<Answer[number]['refusal']> {
  const { text, reason, params } = (errors && Object.values(errors)[0]?.[0]) ?? sentence;
  return { code, message: text, reason, ...(params && { params }) };
}
