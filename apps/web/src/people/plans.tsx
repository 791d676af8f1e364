import type { CurrentUser } from '@mbari/contract/people/members';
import type { Entitlements } from '@mbari/contract/people/plans';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/plans';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '~/platform/lib/session.ts';
import { KolaNut } from '~/platform/site/drawings.tsx';
import { usePlansAddress } from '~/platform/site/plans-address.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { PlanExamples } from './plan-examples.tsx';
import './plans.css';

/** Rights that differ between plans; storage is equal. */
type Right = Exclude<keyof Entitlements, 'storageBytes'>;

/** Premium's additions in display order. */
const rights: Readonly<Record<Right, string>> = {
  imagesPerPost: words.imagesPerPost({ images: limits.imagesPaid }),
  setsVisibility: words.setsVisibility,
  wearsBadge: words.wearsBadge,
  customises: words.customises({ posts: limits.pinnedPhotos }),
};
const free = [words.freePosts, words.freeTakingPart, words.freeForum, words.freeData];

export function Plans() {
  const { user } = useSession();
  const price = useSite()?.plans_price;
  const isSubscribed = user !== null && user.subscription.is_active && user.subscription.is_paid_plan;
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        {words.plans}
      </h1>
      <p className="mt-s1 max-w-[60ch] text-ink-quiet">{words.lead}</p>
      <div className="plans">
        <section aria-labelledby="plan-free" className="plan-free">
          <h2 id="plan-free" className="text-t20 font-semibold">
            {words.free}
          </h2>
          <PlanList items={free} />
        </section>
        <section aria-labelledby="plan-premium" className="plan-premium">
          <header className="plan-head">
            <h2 id="plan-premium" className="flex items-center gap-s3 text-t20 font-semibold">
              <KolaNut size={22} /> {words.premium}
            </h2>
            {isSubscribed ? <span>{words.yourPlan}</span> : price && <span dir="auto">{price}</span>}
          </header>
          <PlanList items={Object.values(rights)} />
          {user && <OwnPlan subscription={user.subscription} />}
          {!isSubscribed && <PremiumOffer guest={user === null} />}
        </section>
        <PlanExamples />
      </div>
    </>
  );
}

function PlanList({ items }: { items: readonly ReactNode[] }) {
  return (
    <ul className="plan-list">
      {items.map((item, index) => (
        <li key={index}>
          <Check size={20} strokeWidth={1.8} aria-hidden="true" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}

/** Links to the operator's page or, without one, refers to the organisers. */
function PremiumOffer({ guest }: { guest: boolean }) {
  const address = usePlansAddress();
  if (guest)
    return (
      <Link to="/register" className={buttonClass({ className: 'mt-s5' })}>
        {words.createAccount}
      </Link>
    );
  if (address?.startsWith('http'))
    return (
      <p className="mt-s5 flex flex-wrap items-center gap-s3">
        <a href={address} rel="noopener" className={buttonClass({})}>
          {words.upgrade}
        </a>
        <span className="text-t15 text-ink-quiet">{words.onNextPage}</span>
      </p>
    );
  // The hidden text reserves its space until the address is known.
  return <p className={`mt-s4 text-ink-quiet ${address === undefined ? 'invisible' : ''}`}>{words.askOrganisers}</p>;
}

function OwnPlan({ subscription: { is_active, is_paid_plan, plan_name, ends_at } }: Pick<CurrentUser, 'subscription'>) {
  const plan = plan_name ?? words.premium;
  const day = ends_at ? new Date(ends_at) : null;
  const text = describePlan();
  return text && <p className="plan-own">{text}</p>;

  function describePlan(): string | null {
    if (!is_paid_plan) return null;
    if (is_active) return day && words.onPlanUntil({ plan, day });
    return day ? words.endedOn({ plan, day }) : words.ended({ plan });
  }
}
