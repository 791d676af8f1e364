import { saveForumSettings } from '@mbari/contract/people/settings';
import * as words from '@mbari/words/account-menu';
import * as languageWords from '@mbari/words/languages';
import { lessData } from '@mbari/words/low-data';
import { free, premium } from '@mbari/words/plans';
import * as sentences from '@mbari/words/sentences';
import * as shell from '@mbari/words/shell';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bookmark, Gauge, Languages, LogOut, type LucideIcon, ScrollText, SlidersHorizontal, UserRound } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { chooseLanguage, pageLocale } from '~/platform/lib/language.ts';
import { chooseLessData, useLessData } from '~/platform/lib/less-data.ts';
import { currentSession, signOut, useSession } from '~/platform/lib/session.ts';
import type { Member } from '~/platform/lib/stored-session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { KolaNut } from '~/platform/site/drawings.tsx';
import { usePlansAddress } from '~/platform/site/plans-address.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { applySavedSettings } from './settings/settings-queries.ts';
import { ThemeRow } from './theme-row.tsx';
import '~/platform/ui/switch.css';
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
      <Gauge {...icon} />
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

function LanguageRow() {
  const languages = useSite()?.languages ?? [];
  const { user } = useSession();
  const choose = useChooseLanguage();
  if (languages.length < 2) return null;
  // Until the server has answered, the page's own language.
  const settings = user?.forum_settings;
  const selected = settings ? (settings.locale ?? '') : pageLocale;
  return (
    <label className="account-row">
      <Languages {...icon} />
      {languageWords.language}
      <select className="account-language" value={selected} onChange={({ currentTarget }) => void choose(currentTarget.value || null)}>
        <option value="">{languageWords.asBrowser}</option>
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Saves the language for pages and mails, and switches the page to it. Null: the browser's language. */
function useChooseLanguage() {
  const client = useQueryClient();
  return async (locale: string | null): Promise<void> => {
    const previousSettings = currentSession().user?.forum_settings;
    try {
      const { data } = await call(saveForumSettings, { body: { locale } });
      applySavedSettings(client, previousSettings ?? data, data);
      chooseLanguage(locale);
    } catch (error) {
      toast.error((error instanceof CallRefused && error.serverMessage) || sentences.settingsSaveFailed);
    }
  };
}
