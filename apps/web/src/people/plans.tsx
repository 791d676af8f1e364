import type { CurrentUser } from '@mbari/contract/people/members';
import type { Entitlements } from '@mbari/contract/people/plans';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/plans';
import { Link } from '@tanstack/react-router';
import { Check, Globe, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '~/platform/lib/session.ts';
import { KolaNut } from '~/platform/site/drawings.tsx';
import mural from '~/platform/site/mural.svg';
import { usePlansAddress } from '~/platform/site/plans-address.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { buttonClass } from '~/platform/ui/button.tsx';
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

const premium = { subscription: { is_active: true, is_paid_plan: true, plan_name: null } };

/** Examples of premium rights, with the site's mural and the viewer as author. */
function PlanExamples() {
  const { user } = useSession();
  return (
    <ul className="plan-examples">
      <PlanExample title={words.threeTitle} about={words.threeAbout}>
        <div className="plan-three">
          <Painting position="0% 0%" detail />
          <Painting position="45% 62%" detail />
          <Painting position="100% 100%" detail />
          <span className="plan-dashes">
            <i />
            <i />
            <i />
          </span>
        </div>
      </PlanExample>
      <PlanExample title={words.profileTitle} about={words.profileAbout}>
        <div className="plan-profile">
          <Painting position="30% 40%" />
          <Avatar src={user?.avatar_url ?? '/avatars/gele.svg'} size={72} />
          <p className="flex items-center gap-s2">
            <span className="display truncate text-t26" dir="auto">
              {user?.name ?? words.yourName}
            </span>
            <VerifiedBadge member={premium} size={20} />
          </p>
        </div>
      </PlanExample>
      <PlanExample title={words.audienceTitle} about={words.audienceAbout}>
        <div className="plan-audience">
          <p>
            <Globe size={20} strokeWidth={1.6} /> {words.everyone}
          </p>
          <p data-chosen>
            <Users size={20} strokeWidth={1.6} /> {words.followers}
            <Check size={20} strokeWidth={1.8} />
          </p>
        </div>
      </PlanExample>
    </ul>
  );
}

function PlanExample({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <li>
      <div className="plan-example" aria-hidden="true">
        {children}
      </div>
      <h3 className="mt-s3 font-semibold">{title}</h3>
      <p className="text-ink-quiet">{about}</p>
    </li>
  );
}

const Painting = ({ position, detail }: { position: string; detail?: boolean }) => (
  <span className="plan-painting" data-detail={detail}>
    <img
      src={mural}
      alt=""
      width="1000"
      height="1240"
      loading="lazy"
      decoding="async"
      style={{ objectPosition: position, transformOrigin: position }}
    />
  </span>
);
