import type * as calls from '@mbari/contract/moderation/cases';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { badCursor, idAfter, literalLimit } from '../../platform/http/lists.ts';
import type { Organiser, Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { asOrganiser, recordModeration } from '../../platform/moderation/record-moderation.ts';
import { addNoteTo, assign, lockReportsLike } from '../../platform/moderation/report-subject.ts';
import { notFound } from '../../platform/refusal.ts';
import { viewLogEntry } from './list-log.ts';
import {
  type CaseRow,
  findReportSubject,
  listAuthors,
  listFirstEvidence,
  listHistory,
  listNotes,
  listOpenCases,
  listReasonRows,
  listReporters,
  listReportRows,
  listResolvedCases,
  type ReportSubjectRow,
} from './queries.ts';
import { findImages, readEvidence } from './read-evidence.ts';
import {
  listPeople,
  listReportedChallenges,
  listReportedComments,
  listReportedExhibitions,
  listReportedFeedback,
  listReportedForumPosts,
  listReportedMessages,
  listReportedPhotos,
  listReportedSeries,
} from './subject-queries.ts';
import { type CaseParts, viewCase } from './views.ts';

type Shape = typeof calls.listReports.shape;

/** Lists cases, each with all reports about one subject, by a fixed number of queries. */
export async function listReports(
  context: Context,
  viewer: Viewer,
  { state, per_page, cursor }: z.output<Shape['query']>,
): Promise<z.input<Shape['answer']>> {
  const isOpen = state === 'open';
  const limit = literalLimit(per_page + 1);
  const rows = isOpen
    ? await listOpenCases(context.db, viewer.id, parseCaseCursor(cursor), limit)
    : await listResolvedCases(context.db, viewer.id, idAfter(cursor), limit);
  const page = rows.slice(0, per_page);
  const parts = await readCaseParts(context.db, viewer, page, isOpen);
  const last = rows.length > per_page ? page.at(-1) : undefined;
  return {
    data: page.map((row) => viewCase(context, viewer, row, parts)),
    meta: {
      per_page,
      next_cursor: last ? (isOpen ? `${last.is_urgent ? 1 : 0}.${last.reports_count}.${last.id}` : last.id) : null,
      open_count: isOpen ? (rows[0]?.open_count ?? 0) : null,
    },
  };
}

/** Cursor of open cases: urgent first, then most reports, then newest first report. */
function parseCaseCursor(cursor: string | undefined): { isUrgent: boolean; count: number; id: string } {
  if (cursor === undefined) return { isUrgent: true, count: 2_000_000_000, id: idAfter(undefined) };
  const [, urgent, count, id] = /^([01])\.([1-9]\d{0,8})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (count === undefined || id === undefined || !isId(id)) throw badCursor();
  return { isUrgent: urgent === '1', count: Number(count), id };
}

async function readCaseParts(db: Statements, viewer: Viewer, cases: readonly CaseRow[], isOpen: boolean): Promise<CaseParts> {
  const ids = cases.map(({ id }) => id);
  const collectIds = (idOf: (row: CaseRow) => string | null): string[] => cases.map(idOf).filter((id) => id !== null);
  const [evidence, reports, reasons, photos, comments, posts, series, exhibitions, challenges, feedback, messages] = await Promise.all([
    isOpen ? listFirstEvidence(db, ids) : [],
    listReportRows(db, ids, isOpen ? 'open' : 'resolved'),
    listReasonRows(db, ids, isOpen ? 'open' : 'resolved'),
    listReportedPhotos(
      db,
      viewer.id,
      collectIds(({ photo_id }) => photo_id),
      isOpen,
    ),
    listReportedComments(
      db,
      viewer.id,
      collectIds(({ comment_id }) => comment_id),
      isOpen,
    ),
    listReportedForumPosts(
      db,
      viewer.id,
      collectIds(({ forum_post_id }) => forum_post_id),
      isOpen,
    ),
    listReportedSeries(
      db,
      viewer.id,
      collectIds(({ series_id }) => series_id),
      isOpen,
    ),
    listReportedExhibitions(
      db,
      viewer.id,
      collectIds(({ exhibition_id }) => exhibition_id),
      isOpen,
    ),
    listReportedChallenges(
      db,
      collectIds(({ challenge_id }) => challenge_id),
    ),
    listReportedFeedback(
      db,
      collectIds(({ feedback_id }) => feedback_id),
      isOpen,
    ),
    listReportedMessages(
      db,
      collectIds(({ message_id }) => message_id),
    ),
  ]);
  const memberIds = [
    ...collectIds(({ owner_id }) => owner_id),
    ...collectIds(({ actor_id }) => actor_id),
    ...collectIds(({ assignee_id }) => assignee_id),
  ];
  const reporters = reports.map(({ reporter_id }) => reporter_id).filter((id) => id !== null);
  const [people, images] = await Promise.all([
    listPeople(db, [...memberIds, ...reporters]),
    findImages(
      db,
      evidence.map(({ content }) => content),
    ),
  ]);
  return {
    reports: groupByCase(reports),
    reasons: groupByCase(reasons),
    subjects: new Map(
      [...photos, ...comments, ...posts, ...series, ...exhibitions, ...challenges, ...feedback, ...messages].map((row) => [row.id, row]),
    ),
    evidence: new Map(evidence.map((row) => [row.case_id, row])),
    images,
    people: new Map(people.map((row) => [row.author_id, row])),
  };
}

function groupByCase<Row extends { case_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const rowsByCase = new Map<string, Row[]>();
  for (const row of rows) rowsByCase.set(row.case_id, [...(rowsByCase.get(row.case_id) ?? []), row]);
  return rowsByCase;
}

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
