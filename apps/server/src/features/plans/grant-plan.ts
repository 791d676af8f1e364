import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import { because, notFound } from '../../refusal.ts';
import { lockAccountCalled } from '../accounts/lock-account.ts';
import { removeGrant, setGrant } from './queries.ts';
import { type Plan, settlePlan } from './settle-plan.ts';

/**
 * Gives a member a plan until a time, or until further notice, in place of what the operator gave before. Answers what is in force now: a
 * subscription may last longer. Throws `not_found`.
 */
export const grantPlan = ({ db }: Context, who: string, { name, endsAt }: Plan): Promise<Plan | null> =>
  db.transaction(async (tx) => {
    const memberId = await requireAccount(tx, who);
    await setGrant(tx, memberId, name, endsAt);
    return settlePlan(tx, memberId);
  });

/** Takes back what the operator gave. Answers what runs on all the same: a subscription is not the operator's to end here. Throws `not_found`. */
export const revokePlan = ({ db, now }: Context, who: string): Promise<Plan | null> =>
  db.transaction(async (tx) => {
    const memberId = await requireAccount(tx, who);
    await removeGrant(tx, memberId);
    const left = await settlePlan(tx, memberId);
    return left !== null && (left.endsAt === null || left.endsAt > now()) ? left : null;
  });

async function requireAccount(tx: Statements, who: string): Promise<string> {
  const memberId = await lockAccountCalled(tx, who);
  if (memberId === undefined) throw notFound(because('noSuchMember', { who }));
  return memberId;
}
