import type * as calls from '@mbari/contract/moderation/cases';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Organiser } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { addNoteTo, assign, lockReportsLike } from '../../platform/moderation/open-reports.ts';
import { asOrganiser, recordModeration } from '../../platform/moderation/record-moderation.ts';
import { notFound } from '../../platform/refusal.ts';
import { viewLogEntry } from './list-log.ts';
import { listAuthors } from './log-queries.ts';
import { findReportSubject, listHistory, listNotes, listReporters, type ReportSubjectRow } from './queries.ts';
import { readEvidence } from './read-evidence.ts';

export async function readReport(
  context: Context,
  viewer: Organiser,
  id: string,
): Promise<z.input<typeof calls.readReport.shape.answer>['data']> {
  const { db } = context;
  const report = isId(id) ? await findReportSubject(db, viewer.id, id) : undefined;
  if (!report) throw notFound('reportNotFound');
  const [evidence, history, notes, reporters] = await Promise.all([
    readEvidence(context, viewer, report.subject_id),
    listHistory(db, viewer.id, report.owner_id),
    listNotes(db, report.subject_id),
    listReporters(db, report.subject_id),
  ]);
  if (evidence.evidence.some(({ messages }) => messages.length > 0)) await logReading(context, viewer, report);
  const memberIds = [
    ...history.flatMap(({ actor_id, member_id }) => [actor_id, member_id]),
    ...notes.map(({ author_id }) => author_id),
    ...reporters.map(({ reporter_id }) => reporter_id),
  ].filter((memberId) => memberId !== null);
  const members = new Map((await listAuthors(db, memberIds)).map((row) => [row.author_id, row]));
  const findMember = (memberId: string | null) => (memberId === null ? undefined : members.get(memberId));
  return {
    ...evidence,
    history: history.map((row) => viewLogEntry(row, members)),
    reporters: reporters.flatMap(({ reporter_id, reports_count, acted_on_count }) => {
      const row = findMember(reporter_id);
      return row ? [{ reporter: viewAuthor(row), reports_count, acted_on_count }] : [];
    }),
    notes: notes.map(({ id: noteId, author_id, body, created_at }) => {
      const row = findMember(author_id);
      return { id: noteId, author: row ? viewAuthor(row) : null, body, created_at: created_at.toISOString() };
    }),
  };
}

/** Logs each reading of messages, because organisers have no other way to read them. */
const logReading = ({ db }: Context, viewer: Organiser, { owner_id: memberId, message_id: messageId }: ReportSubjectRow): Promise<string> =>
  recordModeration(db, viewer, 'read_messages', { ...(memberId !== null && { memberId }), ...(messageId !== null && { messageId }) });

/** Assigns a case, even if another organiser has it. Null unassigns the case. */
export const assignReports = (context: Context, viewer: Organiser, id: string, assigneeId: string | null): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => void (await assign(tx, await lockReportsLike(tx, viewer.id, id), assigneeId)));

export const addReportNote = (context: Context, viewer: Organiser, id: string, body: string): Promise<void> =>
  asOrganiser(context, viewer, (tx) => addNoteTo(tx, viewer.id, id, body));
