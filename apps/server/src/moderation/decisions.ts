import { appealableActions, type ModerationAction } from '@mbari/contract/moderation/actions';
import type * as calls from '@mbari/contract/moderation/appeals';
import type { Appeal, Decision } from '@mbari/contract/moderation/appeals';
import type { Author } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import { notifyOfModeration } from '../notifications/notify.ts';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { badCursor, idAfter, literalLimit } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId, lowestId, newId } from '../platform/ids.ts';
import { queueWebhooks } from '../platform/jobs/queue-webhooks.ts';
import { type AuthorRow, viewAuthor } from '../platform/member-views.ts';
import { recordModeration } from '../platform/moderation/record-moderation.ts';
import { addReport, addVisitorRemoval } from '../platform/moderation/report-queries.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { spendAsMember } from '../platform/screening/screen.ts';
import { listAuthors } from './cases/queries.ts';
import {
  type DecisionRow,
  findDecision,
  insertAppeal,
  type ListedAppealRow,
  listOpenAppeals,
  listResolvedAppeals,
  updateAcknowledgement,
} from './queries.ts';

export async function readDecision({ db, now }: Pick<Context, 'db' | 'now'>, viewer: Viewer, id: string): Promise<Decision> {
  const row = isId(id) ? await findDecision(db, viewer.id, id, appealableActions) : undefined;
  if (!row) throw notFound();
  return viewDecision(row, now());
}

/** Appeals a decision: once, and before the deadline. */
export async function appealDecision(context: Context, viewer: Viewer, id: string, body: string): Promise<Decision> {
  await context.limits.spend('report by member', viewer.id);
  const decision = await readDecision(context, viewer, id);
  if (decision.appeal !== null) throw new Refusal('conflict', 'appealedAlready');
  if (!decision.viewer.may_appeal) throw new Refusal('conflict', 'appealTooLate');
  // The unique key decides between concurrent appeals.
  if ((await insertAppeal(context.db, viewer.id, id, body)) === 0) throw new Refusal('conflict', 'appealedAlready');
  return readDecision(context, viewer, id);
}

/** Idempotent. */
export async function acknowledgeWarning({ db, limits }: Context, viewer: Viewer, id: string): Promise<void> {
  await limits.spend('settings by member', viewer.id);
  if (!isId(id) || (await updateAcknowledgement(db, viewer.id, id)) === 0) throw notFound();
}

type Shape = typeof calls.listAppeals.shape;

/** Lists open appeals that the viewer may resolve, oldest first, or resolved appeals, newest first. */
export async function listAppeals(
  { db }: Context,
  viewer: Viewer,
  { state, per_page, cursor }: z.output<Shape['query']>,
): Promise<z.input<Shape['answer']>> {
  if (cursor !== undefined && !isId(cursor)) throw badCursor();
  const limit = literalLimit(per_page + 1);
  const rows =
    state === 'open'
      ? await listOpenAppeals(db, viewer.id, cursor ?? lowestId, limit)
      : await listResolvedAppeals(db, viewer.id, idAfter(cursor), limit);
  const page = rows.slice(0, per_page);
  const memberIds = page
    .flatMap(({ member_id, actor_id, appeal }) => [member_id, actor_id, appeal.resolver_id])
    .filter((id) => id !== null);
  const people = new Map((await listAuthors(db, memberIds)).map((row) => [row.author_id, row]));
  const last = rows.length > per_page ? page.at(-1) : undefined;
  return {
    data: page.map((row) => viewAppeal(row, people)),
    meta: { per_page, next_cursor: (state === 'open' ? last?.id : last?.resolution_id) ?? null },
  };
}

const viewDecision = (row: DecisionRow, now: Date): Decision => ({
  ...viewAct(row),
  appeal: row.appeal && {
    body: row.appeal.body,
    created_at: new Date(row.appeal.created_at).toISOString(),
    resolution: viewResolution(row.appeal),
  },
  viewer: { may_appeal: mayAppeal(row, row.appeal !== null, now) },
});

function viewAppeal(row: ListedAppealRow, people: ReadonlyMap<string, AuthorRow>): Appeal {
  const viewAuthorById = (id: string | null): Author | null => {
    const person = id === null ? undefined : people.get(id);
    return person ? viewAuthor(person) : null;
  };
  const { appeal } = row;
  const resolution = viewResolution(appeal);
  return {
    id: row.id,
    body: appeal.body,
    created_at: new Date(appeal.created_at).toISOString(),
    member: viewAuthorById(row.member_id),
    against: { ...viewAct(row), actor: viewAuthorById(row.actor_id) },
    resolution: resolution && { ...resolution, by: viewAuthorById(appeal.resolver_id) },
  };
}

const viewAct = ({ id, action, reason, rule, created_at, title, excerpt }: DecisionRow): Omit<Decision, 'appeal' | 'viewer'> => ({
  id,
  action,
  reason,
  rule,
  created_at: created_at.toISOString(),
  title,
  excerpt,
});

function viewResolution({ outcome, note, resolved_at }: NonNullable<DecisionRow['appeal']>): NonNullable<Decision['appeal']>['resolution'] {
  if (outcome === null || resolved_at === null) return null;
  return { outcome: outcome === 'grant_appeal' ? 'granted' : 'refused', note, created_at: new Date(resolved_at).toISOString() };
}

const day = 86_400_000;

const mayAppeal = (act: { action: ModerationAction; created_at: Date }, hasAppealed: boolean, now: Date): boolean =>
  !hasAppealed && appealableActions.includes(act.action) && now.getTime() < act.created_at.getTime() + limits.appealDays * day;

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
