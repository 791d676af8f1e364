import type * as calls from '@mbari/contract/platform/reports';
import { report, urgentReasons } from '@mbari/contract/platform/reports';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import { route } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { isId, newId } from '../ids.ts';
import { queueWebhooks } from '../jobs/queue-webhooks.ts';
import { answers } from '../languages.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { spendAsMember } from '../screening/screen.ts';
import { addAutomaticReports, addReport, type AutomaticReport } from './report-queries.ts';

export const reportRoutes = [
  route(report, async ({ context, member, body }) => {
    await reportSubject(context, member, body);
    return { message: answers.reported };
  }),
];

interface Written {
  id: string;
  listed: string | null;
}

/** Reports new content that matches the word list, unless an automatic report about it is open. */
export async function reportAutomatically(tx: Statements, subject: AutomaticReport['subject'], texts: readonly Written[]): Promise<void> {
  const reports = texts.flatMap(({ id, listed }) => (listed === null ? [] : [{ id: newId(), subject, subjectId: id, note: listed }]));
  const added = reports.length > 0 ? await addAutomaticReports(tx, reports) : [];
  const events = added.map(({ id }) => ({ report_id: id, subject_type: subject, reason: 'other' as const, is_urgent: false }));
  if (events.length > 0) await queueWebhooks(tx, 'report_opened', ...events);
}

/** Reports a subject to the organisers. Hidden and missing subjects get the same refusal. */
async function reportSubject(
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
  const reported = await context.db.transaction(async (tx) => {
    const added = isId(subjectId) ? await addReport(tx, report) : undefined;
    if (added?.is_added)
      await queueWebhooks(tx, 'report_opened', { report_id: report.id, subject_type: subject, reason, is_urgent: added.is_urgent });
    return added;
  });
  if (!reported) throw notFound();
  if (!reported.is_rule) throw noSuchRule();
  if (reported.owner_id === reporter.id) throw new Refusal('own_content', 'cannotReportOwn');
}

const noSuchRule = (): Refusal => invalid({ rule_id: ['ruleUnknown'] });
