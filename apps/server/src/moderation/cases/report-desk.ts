import type * as calls from '@mbari/contract/moderation/cases';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Organiser } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { asOrganiser } from '../../platform/moderation/as-organiser.ts';
import { addNoteTo, assign, lockReportsLike } from '../../platform/moderation/open-reports.ts';
import { notFound } from '../../platform/refusal.ts';
import { findKnownReport, listHistory, listNotes, listReporters } from './desk-queries.ts';
import { listNamedMembers } from './log-queries.ts';
import { viewLogEntry } from './log-views.ts';
import { readEvidence } from './read-evidence.ts';

export async function readReport(
  context: Context,
  viewer: Organiser,
  id: string,
): Promise<z.input<typeof calls.readReport.shape.answer>['data']> {
  const { db } = context;
  const known = isId(id) ? await findKnownReport(db, viewer.id, id) : undefined;
  if (!known) throw notFound('reportNotFound');
  const [evidence, history, notes, reporters] = await Promise.all([
    readEvidence(context, viewer, known.subject_id),
    listHistory(db, viewer.id, known.owner_id),
    listNotes(db, known.subject_id),
    listReporters(db, known.subject_id),
  ]);
  const named = [
    ...history.flatMap(({ actor_id, member_id }) => [actor_id, member_id]),
    ...notes.map(({ author_id }) => author_id),
    ...reporters.map(({ reporter_id }) => reporter_id),
  ].filter((one) => one !== null);
  const members = new Map((await listNamedMembers(db, named)).map((row) => [row.author_id, row]));
  const personOf = (one: string | null) => (one === null ? undefined : members.get(one));
  return {
    ...evidence,
    history: history.map((row) => viewLogEntry(row, members)),
    reporters: reporters.flatMap(({ reporter_id, reports_count, acted_on_count }) => {
      const row = personOf(reporter_id);
      return row ? [{ reporter: viewAuthor(row), reports_count, acted_on_count }] : [];
    }),
    notes: notes.map(({ id: note, author_id, body, created_at }) => {
      const row = personOf(author_id);
      return { id: note, author: row ? viewAuthor(row) : null, body, created_at: created_at.toISOString() };
    }),
  };
}

/** Assigns a case, also away from another organiser. Null unassigns it. */
export const assignReports = (context: Context, viewer: Organiser, id: string, assigneeId: string | null): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => void (await assign(tx, await lockReportsLike(tx, viewer.id, id), assigneeId)));

export const addReportNote = (context: Context, viewer: Organiser, id: string, body: string): Promise<void> =>
  asOrganiser(context, viewer, (tx) => addNoteTo(tx, viewer.id, id, body));
