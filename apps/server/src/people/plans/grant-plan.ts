import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { lockAccountByUsernameOrEmail } from '../../platform/member-views.ts';
import { because, notFound } from '../../platform/refusal.ts';
import { deleteGrant, findLastPlan, updateMemberPlan, upsertGrant } from './queries.ts';

/**
 * Grants a plan until a time or without end, replacing the operator's earlier grant. Returns the plan in force, since a subscription may
 * last longer. Throws `not_found`.
 */
export const grantPlan = ({ db }: Context, usernameOrEmail: string, { name, endsAt }: Plan): Promise<Plan | null> =>
  db.transaction(async (tx) => {
    const memberId = await requireAccount(tx, usernameOrEmail);
    return grantPlanToMember(tx, memberId, { name, endsAt });
  });

/** Ends the operator's grant. Returns the plan still in force, such as a subscription. Throws `not_found`. */
export const revokePlan = ({ db, now }: Context, usernameOrEmail: string): Promise<Plan | null> =>
  db.transaction(async (tx) => {
    const memberId = await requireAccount(tx, usernameOrEmail);
    const remainingPlan = await revokePlanOfMember(tx, memberId);
    return remainingPlan !== null && (remainingPlan.endsAt === null || remainingPlan.endsAt > now()) ? remainingPlan : null;
  });

/** Like `grantPlan`, for a locked member. */
export async function grantPlanToMember(tx: Statements, memberId: string, { name, endsAt }: Plan): Promise<Plan | null> {
  await upsertGrant(tx, memberId, name, endsAt);
  return updatePlanInForce(tx, memberId);
}

/** Like `revokePlan`, for a locked member. */
export async function revokePlanOfMember(tx: Statements, memberId: string): Promise<Plan | null> {
  await deleteGrant(tx, memberId);
  return updatePlanInForce(tx, memberId);
}

/** A paid or granted plan; no end means unlimited. */
export interface Plan {
  name: string;
  endsAt: Date | null;
}

/**
 * Puts in force the grant or subscription that ends last. Every transaction that changes one calls this with the member locked. Expiry
 * is checked on read. Visibility settings stay as they are.
 */
export async function updatePlanInForce(tx: Statements, memberId: string): Promise<Plan | null> {
  const row = await findLastPlan(tx, memberId);
  const plan = row ? { name: row.plan_name, endsAt: row.ends_at } : null;
  await updateMemberPlan(tx, memberId, plan?.name ?? null, plan?.endsAt ?? null);
  return plan;
}

async function requireAccount(tx: Statements, usernameOrEmail: string): Promise<string> {
  const memberId = await lockAccountByUsernameOrEmail(tx, usernameOrEmail);
  if (memberId === undefined) throw notFound(because('noSuchMember', { who: usernameOrEmail }));
  return memberId;
}
