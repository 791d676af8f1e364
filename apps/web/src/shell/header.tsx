// Renders once per page, so the compiler's memo code costs more than it saves.
'use no memo';

import * as words from '@mbari/words/shell';
import { Link } from '@tanstack/react-router';
import { Menu, MessageSquare } from 'lucide-react';
import { HeaderSearch } from '~/community/search/header-search.tsx';
import { NotificationBell } from '~/notifications/notification-bell.tsx';
import { AccountButton } from '~/people/account-button.tsx';
import { useSession } from '~/platform/lib/session.ts';
import { BrushStroke } from '~/platform/site/drawings.tsx';
import { IconButton } from '~/platform/ui/button.tsx';
import { headerItems, toTopOf } from './nav-items.ts';
import { Brand, UnreadMessages } from './rail.tsx';

export function Header({ onMenu }: { onMenu: () => void }) {
  const { user } = useSession();
  return (
    <header className="header">
      <div className="header-start">
        <IconButton label={words.menu} onClick={onMenu}>
          <Menu size={22} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
        <Brand />
      </div>
      <nav aria-label={words.main} className="header-nav">
        {headerItems.map(({ to, label }) => (
          <Link key={to} to={to} className="word" onClick={() => toTopOf(to)}>
            {({ isActive }) => (
              <>
                {label}
                {isActive && <BrushStroke />}
              </>
            )}
          </Link>
        ))}
      </nav>
      <div className="ms-auto flex shrink-0 items-center gap-s1">
        <HeaderSearch />
        <Link to="/messages" className="icon-button header-messages">
          <MessageSquare size={20} strokeWidth={1.6} aria-hidden="true" />
          <span className="sr-only">{words.messages}</span>
          <UnreadMessages />
        </Link>
        <NotificationBell />
        {user && <AccountButton member={user} />}
      </div>
    </header>
  );
}
