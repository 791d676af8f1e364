import { entitlements, type Entitlements } from '@mbari/contract/entitlements';
import * as limits from '@mbari/contract/limits';
import { Link } from '@tanstack/react-router';
import { Check, Minus } from 'lucide-react';
import { KolaNut } from '~/drawings/kola-nut.tsx';
import { useSession } from '~/lib/session.ts';
import { buttonClass } from '~/ui/button.tsx';
import { OwnPlan } from './own-plan.tsx';
import { usePlansAddress } from './plans-address.ts';
import './plans.css';

/** The rights that differ between plans. Room for photos is the same in both. */
type Right = Exclude<keyof Entitlements, 'storageBytes'>;

/** What each of the plan's rights is called; their order is the table's. */
const words: Readonly<Record<Right, string>> = {
  imagesPerPost: 'Photos in one post',
  setsVisibility: 'Choose who sees your profile and your posts',
  wearsBadge: 'The badge and your plan’s name beside yours',
  customises: `A cover, a colour of your own and up to ${limits.pinnedPhotos} pinned posts on your profile`,
};
const rights = Object.keys(words) as Right[];

/** The plans side by side, with the member's own and the way to upgrade. */
export function Plans() {
  const { user } = useSession();
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        Plans
      </h1>
      <p className="mt-s1 max-w-[60ch] text-ink-quiet">
        Sharing, following, commenting, blocking and taking your data along are free for everybody. This is what Premium adds.
      </p>
      {user && <OwnPlan subscription={user.subscription} />}
      <table className="plans">
        <caption className="sr-only">What each plan holds</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">What it holds</span>
            </th>
            <th scope="col">Free</th>
            <th scope="col">
              <span className="inline-flex items-center gap-s2 align-bottom">
                <KolaNut /> Premium
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rights.map((right) => (
            <tr key={right}>
              <th scope="row">{words[right]}</th>
              <td>
                <Entitlement right={entitlements.free[right]} />
              </td>
              <td>
                <Entitlement right={entitlements.premium[right]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <WayToPremium />
    </>
  );
}

function Entitlement({ right }: { right: number | boolean }) {
  if (typeof right === 'number') return right;
  const Icon = right ? Check : Minus;
  return (
    <span role="img" aria-label={right ? 'Yes' : 'No'} className={right ? 'text-ochre-ink' : 'text-ink-meta'}>
      <Icon size={20} strokeWidth={right ? 2.4 : 1.6} aria-hidden="true" className="inline" />
    </span>
  );
}

function WayToPremium() {
  const { user } = useSession();
  const address = usePlansAddress();
  if (user === null)
    return (
      <Link to="/register" className={buttonClass({ className: 'mt-s6' })}>
        Create an Account
      </Link>
    );
  if (address === undefined || (user.subscription.is_active && user.subscription.is_paid_plan)) return null;
  if (address.startsWith('http'))
    return (
      <a href={address} rel="noopener" className={buttonClass({ className: 'mt-s6' })}>
        Upgrade Plan
      </a>
    );
  return (
    <section className="mt-s6">
      <h2 className="display text-t26">How to get it</h2>
      <p className="mt-s2 max-w-[60ch] text-ink-quiet">Ask the organisers of this community: they give Premium to members themselves.</p>
    </section>
  );
}
