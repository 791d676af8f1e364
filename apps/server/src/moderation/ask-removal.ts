import { notifyOfModeration } from '../notifications/notify-of-moderation.ts';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId, newId } from '../platform/ids.ts';
import { queueWebhooks } from '../platform/jobs/queue-webhooks.ts';
import { recordModeration } from '../platform/moderation/record-moderation.ts';
import { addReport, addVisitorRemoval } from '../platform/moderation/report-queries.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { spendAsMember } from '../platform/screening/screen.ts';

/** A member who is shown in a post asks for its removal. The request is an urgent report; the author is notified without the member's name. */
export async function askRemoval(context: Context, member: Viewer, photoId: string, reason: string): Promise<void> {
  await spendAsMember(context, member, 'report by member');
  const report = { id: newId(), reporterId: member.id, subjectId: photoId, reason: 'person_shown', ruleId: null, isUrgent: true } as const;
  await context.db.transaction(async (tx) => {
    const added = isId(photoId) ? await addReport(tx, { ...report, subject: 'photo', note: reason }) : undefined;
    if (!added) throw notFound('photoNotFound');
    if (added.owner_id === member.id) throw new Refusal('own_content', 'cannotReportOwn');
    if (added.is_added && added.owner_id !== null) await tellAuthor(tx, photoId, added.owner_id);
    if (added.is_added) await tellWebhooks(tx, report.id);
  });
}

/** Like `askRemoval`, by a visitor. Throws `not_found` if visitors may not see the post. */
export async function askRemovalAsVisitor(
  context: Context,
  { photoId, contact, reason }: { photoId: string; contact: string; reason: string },
): Promise<void> {
  const id = newId();
  await context.db.transaction(async (tx) => {
    const added = await addVisitorRemoval(tx, { id, photoId, note: `${contact}\n\n${reason}` });
    if (!added) throw notFound();
    if (!added.is_added) return;
    await tellAuthor(tx, photoId, added.owner_id);
    await tellWebhooks(tx, id);
  });
}

async function tellAuthor(tx: Statements, photoId: string, authorId: string): Promise<void> {
  const entry = await recordModeration(tx, null, 'ask_removal', { photoId, memberId: authorId });
  await notifyOfModeration(tx, entry, [authorId]);
}

const tellWebhooks = (tx: Statements, reportId: string): Promise<void> =>
  queueWebhooks(tx, 'report_opened', { report_id: reportId, subject_type: 'photo', reason: 'person_shown', is_urgent: true });
