import * as words from '@mbari/words/admin';
import { returnHome } from '@mbari/words/shell';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useSession } from '~/platform/lib/session.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { AdminNav } from './admin-nav.tsx';
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
      <AdminNav />
      <div className="min-w-0">
        <h1 tabIndex={-1} className="display-large mb-s4">
          {title}
        </h1>
        {children()}
      </div>
    </div>
  );
}
