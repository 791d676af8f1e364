import type { Statements } from '../../db/database.ts';
import { setMemberPlan } from './queries.ts';

/** What a member pays for or was given; no end means until further notice. */
export interface Plan {
  name: string;
  endsAt: Date | null;
}

/** The plan that is in force, or was last. The caller has locked the member's row. What they hid stays hidden. */
export const setPlan = async (tx: Statements, memberId: string, plan: Plan | null): Promise<void> => {
  await setMemberPlan(tx, memberId, plan?.name ?? null, plan?.endsAt ?? null);
};
