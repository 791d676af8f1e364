import { appealableActions } from '@mbari/contract/moderation/actions';
import type * as calls from '@mbari/contract/moderation/appeals';
import type { Decision } from '@mbari/contract/moderation/appeals';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { badCursor, idAfter, literalLimit } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId, lowestId } from '../platform/ids.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { viewAppeal, viewDecision } from './appeal-views.ts';
import { listAuthors } from './cases/log-queries.ts';
import { findDecision, insertAppeal, listOpenAppeals, listResolvedAppeals, updateAcknowledgement } from './queries.ts';

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
