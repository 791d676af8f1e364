import type { CurrentUser } from '@mbari/contract/shapes/members';
import { Note } from '~/ui/note.tsx';

/** Which plan one has now, and until when. */
export function OwnPlan({ subscription: { is_active, is_paid_plan, plan_name, ends_at } }: Pick<CurrentUser, 'subscription'>) {
  const plan = plan_name ?? 'Premium';
  // A session stored by an older version has no end.
  const day = ends_at && new Date(ends_at).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <div className="mt-s5">
      <Note>
        {!is_paid_plan
          ? 'You are on the free plan.'
          : is_active
            ? `You have ${plan}${day ? ` until ${day}` : ''}.`
            : `Your plan ${plan} ended${day ? ` on ${day}` : ''}. What you set with it stays as it is; you can go back to public at any time.`}
      </Note>
    </div>
  );
}
