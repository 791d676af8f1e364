import { entitlements, type Entitlements } from '@mbari/contract/entitlements';
import * as limits from '@mbari/contract/limits';
import * as words from '@mbari/words/plans';
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
const names: Readonly<Record<Right, string>> = {
  imagesPerPost: words.imagesPerPost,
  setsVisibility: words.setsVisibility,
  wearsBadge: words.wearsBadge,
  customises: words.customises({ posts: limits.pinnedPhotos }),
};
const rights = Object.keys(names) as Right[];

/** The plans side by side, with the member's own and the way to upgrade. */
export function Plans() {
  const { user } = useSession();
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        {words.plans}
      </h1>
      <p className="mt-s1 max-w-[60ch] text-ink-quiet">{words.lead}</p>
      {user && <OwnPlan subscription={user.subscription} />}
      <table className="plans">
        <caption className="sr-only">{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{words.right}</span>
            </th>
            <th scope="col">{words.free}</th>
            <th scope="col">
              <span className="inline-flex items-center gap-s2 align-bottom">
                <KolaNut /> {words.premium}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rights.map((right) => (
            <tr key={right}>
              <th scope="row">{names[right]}</th>
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
    <span role="img" aria-label={right ? words.yes : words.no} className={right ? 'text-ochre-ink' : 'text-ink-meta'}>
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
        {words.createAccount}
      </Link>
    );
  if (address === undefined || (user.subscription.is_active && user.subscription.is_paid_plan)) return null;
  if (address.startsWith('http'))
    return (
      <a href={address} rel="noopener" className={buttonClass({ className: 'mt-s6' })}>
        {words.upgrade}
      </a>
    );
  return (
    <section className="mt-s6">
      <h2 className="display text-t26">{words.howToGetIt}</h2>
      <p className="mt-s2 max-w-[60ch] text-ink-quiet">{words.askOrganisers}</p>
    </section>
  );
}
