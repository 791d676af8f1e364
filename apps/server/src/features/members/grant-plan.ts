import type { Context } from '../../context.ts';
import { notFound } from '../../refusal.ts';
import { setPlan } from './queries.ts';

/** Gives a member a paid plan until a time, or until further notice. Throws `not_found`. */
export async function grantPlan({ db }: Context, who: string, plan: { name: string; endsAt: Date | null }): Promise<void> {
  if ((await setPlan(db, who.trim().toLowerCase(), plan.name, plan.endsAt)) === 0) throw notFound(`There is no member "${who}".`);
}

/** Ends a member's plan. What they hid stays hidden. Throws `not_found`. */
export async function revokePlan({ db }: Context, who: string): Promise<void> {
  if ((await setPlan(db, who.trim().toLowerCase(), null, null)) === 0) throw notFound(`There is no member "${who}".`);
}
