import * as words from '@mbari/words/account-menu';
import { lessData } from '@mbari/words/low-data';
import { free, premium } from '@mbari/words/plans';
import * as shell from '@mbari/words/shell';
import { Link } from '@tanstack/react-router';
import { Bookmark, Gauge, LogOut, type LucideIcon, ScrollText, SlidersHorizontal, UserRound } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { chooseLessData, useLessData } from '~/platform/lib/less-data.ts';
import { signOut, useSession } from '~/platform/lib/session.ts';
import type { Member } from '~/platform/lib/stored-session.ts';
import { KolaNut } from '~/platform/site/drawings.tsx';
import { usePlansAddress } from '~/platform/site/plans-address.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import '~/platform/ui/switch.css';
import { LanguageRow } from './language-row.tsx';
import { ThemeRow } from './theme-row.tsx';
import './account-menu.css';

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** A popover below the avatar; on a phone, a sheet at the bottom. */
export function AccountMenu({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const plans = usePlansAddress() ?? '/plans';
  // Close the dialog before it leaves the document, so that the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  if (user === null) return null;
  return (
    <dialog
      ref={dialog}
      className="account-menu"
      aria-label={words.accountOf({ name: user.name })}
      // The `close` event arrives late: the menu may already be open again.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget || (target instanceof Element && target.closest('a'))) onClose();
      }}
    >
      <MemberSummary member={user} />
      <ul>
        <Row to="/profile" icon={UserRound} label={shell.myProfile} />
        <Row to="/saved" icon={Bookmark} label={shell.saved} />
      </ul>
      <ul>
        <Row to="/settings" icon={SlidersHorizontal} label={shell.settings} />
        <li>
          <Link to={plans} className="account-row">
            <KolaNut />
            {shell.plans}
            <span className="account-at-end">{planOf(user)}</span>
          </Link>
        </li>
        <Row to="/rules" icon={ScrollText} label={shell.rules} />
      </ul>
      <div className="account-look">
        <ThemeRow />
        <LessDataRow />
        <LanguageRow />
      </div>
      <button type="button" className="account-row" onClick={() => void signOut()}>
        <LogOut {...icon} />
        {shell.logOut}
      </button>
    </dialog>
  );
}

function MemberSummary({ member }: { member: Member }) {
  return (
    <div className="account-who">
      <Avatar src={member.avatar_url} size={52} />
      <div className="min-w-0">
        <p className="flex items-center gap-s2 text-t20 font-semibold">
          <span className="truncate" dir="auto">
            {member.name}
          </span>
          <VerifiedBadge member={member} />
        </p>
        <p className="truncate text-t15 text-ink-meta" dir="auto">
          @{member.username}
        </p>
      </div>
    </div>
  );
}

function Row({ to, icon: Icon, label }: { to: '/profile' | '/saved' | '/settings' | '/rules'; icon: LucideIcon; label: ReactNode }) {
  return (
    <li>
      <Link to={to} className="account-row">
        <Icon {...icon} />
        {label}
      </Link>
    </li>
  );
}

const planOf = ({ subscription: { is_active, is_paid_plan, plan_name } }: Member): string =>
  is_active && is_paid_plan ? (plan_name ?? premium) : free;

/** Switches data saving mode on this device. Photos then load on tap. */
function LessDataRow() {
  const on = useLessData();
  return (
    <label className="account-row">
      <Gauge size={20} strokeWidth={1.6} aria-hidden="true" />
      {lessData}
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="switch account-at-end"
        checked={on}
        onChange={({ currentTarget }) => chooseLessData(currentTarget.checked)}
      />
    </label>
  );
}
