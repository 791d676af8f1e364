import type { Statements } from '../../platform/db/database.ts';
import { findLastPlan, updateMemberPlan } from './queries.ts';

/** A paid or granted plan; no end means unlimited. */
export interface Plan {
  name: string;
  endsAt: Date | null;
}

/**
 * Puts in force whichever grant or subscription ends last. Called by every transaction that changes one, with the member locked. Expiry
 * is checked on read. Hidden posts stay hidden.
 */
export async function updatePlanInForce(tx: Statements, memberId: string): Promise<Plan | null> {
  const row = await findLastPlan(tx, memberId);
  const plan = row ? { name: row.plan_name, endsAt: row.ends_at } : null;
  await updateMemberPlan(tx, memberId, plan?.name ?? null, plan?.endsAt ?? null);
  return plan;
}
