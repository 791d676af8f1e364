import type * as calls from '@mbari/contract/platform/reports';
import { urgentReasons } from '@mbari/contract/platform/reports';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { isId, newId } from '../ids.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { spendAsMember } from '../screening/spend-as-member.ts';
import { addReport } from './report-queries.ts';

/** Reports a subject to the organisers. Hidden and missing subjects get the same refusal. */
export async function reportSubject(
  context: Context,
  reporter: Viewer,
  {
    subject_type: subject,
    subject_id: subjectId,
    message_ids: messageIds = [],
    reason: given,
    rule_id: named,
    note = '',
  }: z.output<typeof calls.report.shape.body>,
): Promise<void> {
  await spendAsMember(context, reporter, 'report by member');
  const reason = given ?? null;
  const ruleId = named ?? null;
  if (ruleId !== null && !isId(ruleId)) throw noSuchRule();
  const isUrgent = reason !== null && urgentReasons.includes(reason);
  const report = {
    subject,
    id: newId(),
    reporterId: reporter.id,
    subjectId,
    messageIds: messageIds.filter(isId),
    reason,
    ruleId,
    isUrgent,
    note,
  };
  const reported = isId(subjectId) ? await addReport(context.db, report) : undefined;
  if (!reported) throw notFound();
  if (!reported.is_rule) throw noSuchRule();
  if (reported.owner_id === reporter.id) throw new Refusal('own_content', 'cannotReportOwn');
}

const noSuchRule = (): Refusal => invalid({ rule_id: ['ruleUnknown'] });
