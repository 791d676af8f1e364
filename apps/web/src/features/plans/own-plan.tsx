import type { CurrentUser } from '@mbari/contract/shapes/members';
import * as words from '@mbari/words/plans';
import { Note } from '~/ui/note.tsx';

/** Which plan one has now, and until when. */
export function OwnPlan({ subscription: { is_active, is_paid_plan, plan_name, ends_at } }: Pick<CurrentUser, 'subscription'>) {
  const plan = plan_name ?? words.premium;
  // A session stored by an older version has no end.
  const day = ends_at ? new Date(ends_at) : null;
  return (
    <div className="mt-s5">
      <Note>{sentence()}</Note>
    </div>
  );

  function sentence(): string {
    if (!is_paid_plan) return words.onFree;
    if (is_active) return day ? words.onPlanUntil({ plan, day }) : words.onPlan({ plan });
    return day ? words.endedOn({ plan, day }) : words.ended({ plan });
  }
}
