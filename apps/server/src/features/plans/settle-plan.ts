import type { Statements } from '../../db/database.ts';
import { type Plan, setPlan } from '../accounts/set-plan.ts';
import { findLastPlan } from './queries.ts';

/**
 * Puts in force whichever of the operator's grant and the subscriptions ends last; that it has ended is seen by whoever asks. Every
 * transaction that changes one of them comes here, and has locked the member's row before.
 */
export async function settlePlan(tx: Statements, memberId: string): Promise<Plan | null> {
  const last = await findLastPlan(tx, memberId);
  const plan = last ? { name: last.plan_name, endsAt: last.ends_at } : null;
  await setPlan(tx, memberId, plan);
  return plan;
}
