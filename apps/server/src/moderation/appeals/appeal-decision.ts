import type { Decision } from '@mbari/contract/shapes/appeals';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addAppeal } from './queries.ts';
import { readDecision } from './read-decision.ts';

/** Appeals a decision: once, and before the deadline. */
export async function appealDecision(context: Context, viewer: Viewer, id: string, body: string): Promise<Decision> {
  await context.limits.spend('report by member', viewer.id);
  const decision = await readDecision(context, viewer, id);
  if (decision.appeal !== null) throw new Refusal('conflict', 'appealedAlready');
  if (!decision.viewer.may_appeal) throw new Refusal('conflict', 'appealTooLate');
  // The unique key decides between concurrent appeals.
  if ((await addAppeal(context.db, viewer.id, id, body)) === 0) throw new Refusal('conflict', 'appealedAlready');
  return readDecision(context, viewer, id);
}
