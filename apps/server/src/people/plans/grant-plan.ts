import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { lockAccountByName } from '../../platform/member-queries.ts';
import { because, notFound } from '../../platform/refusal.ts';
import { removeGrant, setGrant } from './queries.ts';
import { type Plan, settlePlan } from './settle-plan.ts';

/**
 * Grants a plan until a time or without end, replacing the operator's earlier grant. Returns the plan in force, since a subscription may
 * last longer. Throws `not_found`.
 */
export const grantPlan = ({ db }: Context, who: string, { name, endsAt }: Plan): Promise<Plan | null> =>
  db.transaction(async (tx) => {
    const memberId = await requireAccount(tx, who);
    return grantPlanTo(tx, memberId, { name, endsAt });
  });

/** Ends the operator's grant. Returns the plan still in force, such as a subscription. Throws `not_found`. */
export const revokePlan = ({ db, now }: Context, who: string): Promise<Plan | null> =>
  db.transaction(async (tx) => {
    const memberId = await requireAccount(tx, who);
    const left = await takeGrantFrom(tx, memberId);
    return left !== null && (left.endsAt === null || left.endsAt > now()) ? left : null;
  });

/** Like `grantPlan`, for a locked member. */
export async function grantPlanTo(tx: Statements, memberId: string, { name, endsAt }: Plan): Promise<Plan | null> {
  await setGrant(tx, memberId, name, endsAt);
  return settlePlan(tx, memberId);
}

/** Like `revokePlan`, for a locked member. */
export async function takeGrantFrom(tx: Statements, memberId: string): Promise<Plan | null> {
  await removeGrant(tx, memberId);
  return settlePlan(tx, memberId);
}

async function requireAccount(tx: Statements, who: string): Promise<string> {
  const memberId = await lockAccountByName(tx, who);
  if (memberId === undefined) throw notFound(because('noSuchMember', { who }));
  return memberId;
}
