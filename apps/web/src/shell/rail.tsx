// Renders once per page, so the compiler's memo code costs more than it saves.
'use no memo';

import * as words from '@mbari/words/shell';
import { Link } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Suspense } from 'react';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { useSession } from '~/platform/lib/session.ts';
import { KolaNut, SiteMark } from '~/platform/site/drawings.tsx';
import { usePlansAddress } from '~/platform/site/plans-address.ts';
import { useSite, useSiteName } from '~/platform/site/use-site.ts';
import { adminItem, invitationsItem, moderationItem, railItems } from './nav-items.ts';

const UnreadCount = optionalLazy(async () => (await import('~/messages/unread-messages.tsx')).UnreadMessages);

/** Number of unread conversations. */
export const UnreadMessages = () => (
  <Suspense>
    <UnreadCount />
  </Suspense>
);

interface RailProps {
  slim: boolean;
  /** Undefined where the rail is always narrow. */
  onCollapse: (() => void) | undefined;
}

export function Rail({ slim, onCollapse }: RailProps) {
  const Icon = slim ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav aria-label={words.sidebar} className="rail">
      <Brand />
      <div className="flex flex-1 flex-col">
        <RailRows />
      </div>
      {onCollapse && (
        <button
          type="button"
          className="rail-row rail-collapse"
          aria-expanded={!slim}
          title={slim ? words.expand : words.collapse}
          onClick={onCollapse}
        >
          <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
          <span className="rail-label">{slim ? words.expand : words.collapse}</span>
        </button>
      )}
    </nav>
  );
}

export function Brand() {
  const name = useSiteName();
  return (
    <Link to="/feed" className="brand" aria-label={words.home({ community: name })}>
      <SiteMark />
      <span className="rail-label display text-t26">{name}</span>
    </Link>
  );
}

/** Links. Members without a paid plan also see the plans. */
export function RailRows() {
  const plans = usePlansAddress();
  const { user } = useSession();
  const plan = user?.subscription;
  const isOrganiser = user !== null && user.role !== 'member';
  const mayInvite = useSite()?.joining.members_invite || isOrganiser;
  const items = [
    ...railItems,
    ...(mayInvite ? [invitationsItem] : []),
    ...(isOrganiser ? [moderationItem] : []),
    ...(user?.role === 'admin' ? [adminItem] : []),
  ];
  return (
    <>
      <ul>
        {items.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="rail-row" title={label}>
              <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
              <span className="rail-label">{label}</span>
              {to === '/messages' && <UnreadMessages />}
            </Link>
          </li>
        ))}
      </ul>
      {plans && plan && !(plan.is_active && plan.is_paid_plan) && (
        <Link to={plans} className="rail-row rail-upgrade" title={words.upgradePlan}>
          <KolaNut />
          <span className="rail-label">{words.upgradePlan}</span>
        </Link>
      )}
    </>
  );
}
