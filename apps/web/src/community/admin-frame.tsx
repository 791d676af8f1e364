import * as words from '@mbari/words/admin';
import { returnHome } from '@mbari/words/shell';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { BrushStroke } from '~/platform/drawings/brush-stroke.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useSession } from '~/platform/lib/session.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { adminSections } from './admin-sections.ts';
import './admin.css';

interface AdminFrameProps {
  /** Window title. */
  title: string;
  children: () => ReactNode;
}

/** Frame of the admin pages. Tells other members that it is for admins only. */
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

/** On a phone the links are a scrolling row. */
function showCurrent(nav: HTMLElement | null): void {
  nav?.querySelector('[aria-current=page]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
}
