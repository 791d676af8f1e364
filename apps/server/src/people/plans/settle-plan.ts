import type { Statements } from '../../platform/db/database.ts';
import { findLastPlan, setMemberPlan } from './queries.ts';

/** What a member pays for or was given; no end means until further notice. */
export interface Plan {
  name: string;
  endsAt: Date | null;
}

/**
 * Puts in force whichever of the operator's grant and the subscriptions ends last; that it has ended is seen by whoever asks. Every
 * transaction that changes one of them comes here, and has locked the member's row before. What they hid stays hidden.
 */
export async function settlePlan(tx: Statements, memberId: string): Promise<Plan | null> {
  const last = await findLastPlan(tx, memberId);
  const plan = last ? { name: last.plan_name, endsAt: last.ends_at } : null;
  await setMemberPlan(tx, memberId, plan?.name ?? null, plan?.endsAt ?? null);
  return plan;
}
