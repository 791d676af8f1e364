import type { Decision } from '@mbari/contract/moderation/appeals';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { findDecision, insertAppeal, updateAcknowledgement } from './appeal-queries.ts';
import { appealable } from './appeal-rules.ts';
import { viewDecision } from './appeal-views.ts';

export async function readDecision({ db, now }: Pick<Context, 'db' | 'now'>, viewer: Viewer, id: string): Promise<Decision> {
  const row = isId(id) ? await findDecision(db, viewer.id, id, appealable) : undefined;
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
