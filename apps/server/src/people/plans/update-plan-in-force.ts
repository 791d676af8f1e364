import type { Statements } from '../../platform/db/database.ts';
import { findLastPlan, updateMemberPlan } from './queries.ts';

/** A paid or granted plan; no end means unlimited. */
export interface Plan {
  name: string;
  endsAt: Date | null;
}

/**
 * Puts in force the grant or subscription that ends last. Every transaction that changes either calls this with the member locked. Expiry
 * is checked on read. Visibility settings stay as they are.
 */
export async function updatePlanInForce(tx: Statements, memberId: string): Promise<Plan | null> {
  const row = await findLastPlan(tx, memberId);
  const plan = row ? { name: row.plan_name, endsAt: row.ends_at } : null;
  await updateMemberPlan(tx, memberId, plan?.name ?? null, plan?.endsAt ?? null);
  return plan;
}
