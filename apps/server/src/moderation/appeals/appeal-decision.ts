import type { Decision } from '@mbari/contract/shapes/appeals';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addAppeal } from './queries.ts';
import { readDecision } from './read-decision.ts';

/** Asks for what was done to be looked at again: once, and in time. */
export async function appealDecision(context: Context, viewer: Viewer, id: string, body: string): Promise<Decision> {
  await context.limits.spend('report by member', viewer.id);
  const decision = await readDecision(context, viewer, id);
  if (decision.appeal !== null) throw new Refusal('conflict', 'appealedAlready');
  if (!decision.viewer.may_appeal) throw new Refusal('conflict', 'appealTooLate');
  // Sent twice at once, it is one appeal.
  if ((await addAppeal(context.db, viewer.id, id, body)) === 0) throw new Refusal('conflict', 'appealedAlready');
  return readDecision(context, viewer, id);
}
