import type { CurrentUser } from '@mbari/contract/shapes/members';
import * as words from '@mbari/words/plans';

export function OwnPlan({ subscription: { is_active, is_paid_plan, plan_name, ends_at } }: Pick<CurrentUser, 'subscription'>) {
  const plan = plan_name ?? words.premium;
  const day = ends_at ? new Date(ends_at) : null;
  const said = sentence();
  return said && <p className="plan-own">{said}</p>;

  function sentence(): string | null {
    if (!is_paid_plan) return null;
    if (is_active) return day && words.onPlanUntil({ plan, day });
    return day ? words.endedOn({ plan, day }) : words.ended({ plan });
  }
}
