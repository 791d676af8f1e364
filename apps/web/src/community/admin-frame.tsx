import * as words from '@mbari/words/admin';
import { announcements } from '@mbari/words/announcements';
import { overview } from '@mbari/words/community-health';
import { filters } from '@mbari/words/filters';
import { mode as joining } from '@mbari/words/joining';
import { rules } from '@mbari/words/rules';
import { returnHome } from '@mbari/words/shell';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useSession } from '~/platform/lib/session.ts';
import { BrushStroke } from '~/platform/site/brush-stroke.tsx';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import './admin.css';

interface AdminFrameProps {
  title: string;
  children: () => ReactNode;
}

/** Frame of the admin pages. Shows other members that the page is for admins only. */
export function AdminFrame({ title, children }: AdminFrameProps) {
  const isAdmin = useSession().user?.role === 'admin';
  useEffect(() => setPageTitle(title), [title]);
  if (!isAdmin)
    return (
      <EmptyState
        drawing="lost"
        level="h1"
        title={words.adminsOnly}
        action={
          <Link to="/feed" className={buttonClass({})}>
            {returnHome}
          </Link>
        }
      >
        {words.adminsOnlyHint}
      </EmptyState>
    );
  return (
    <div className="admin">
      <h1 tabIndex={-1} className="display-large">
        {words.community}
      </h1>
      <nav ref={showCurrent} aria-label={words.sections} className="admin-sections">
        {adminSections.map(({ to, label }) => (
          <Link key={to} to={to} className="word">
            {({ isActive }) => (
              <>
                {label}
                {isActive && <BrushStroke />}
              </>
            )}
          </Link>
        ))}
      </nav>
      {children()}
    </div>
  );
}

/** Scrolls the current link into view on a phone. */
function showCurrent(nav: HTMLElement | null): void {
  nav?.querySelector('[aria-current=page]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
}

const adminSections = [
  { to: '/admin/health', label: overview },
  { to: '/admin/members', label: words.members },
  { to: '/admin/site', label: words.site },
  { to: '/admin/announcements', label: announcements },
  { to: '/admin/joining', label: joining },
  { to: '/admin/filters', label: filters },
  { to: '/admin/categories', label: words.categories },
  { to: '/admin/rules', label: rules },
  { to: '/moderation/log', label: words.log },
] as const;
