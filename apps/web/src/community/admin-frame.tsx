import * as words from '@mbari/words/admin';
import { announcements } from '@mbari/words/announcements';
import { overview } from '@mbari/words/community-health';
import { filters } from '@mbari/words/filters';
import { title as invitations } from '@mbari/words/invitations';
import { mode as joining } from '@mbari/words/joining';
import { rules } from '@mbari/words/rules';
import { moderation, returnHome } from '@mbari/words/shell';
import { title as system } from '@mbari/words/system';
import { title as webhooks } from '@mbari/words/webhooks';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useMediaQuery } from '~/platform/lib/use-media-query.ts';
import { BrushStroke } from '~/platform/site/drawings.tsx';
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

/** Links to the admin pages in groups: a list beside the page, or on a small window a menu above it. */
function AdminNav() {
  const isWide = useMediaQuery('(min-width: 1000px)');
  const groups = adminGroups.map((group) => <Group key={group.title} {...group} />);
  return (
    <nav aria-label={words.sections} className="admin-nav">
      {isWide ? (
        groups
      ) : (
        <details>
          <summary>
            {words.community}
            <ChevronDown size={18} strokeWidth={1.6} aria-hidden="true" />
          </summary>
          {groups}
        </details>
      )}
    </nav>
  );
}

type AdminGroup = (typeof adminGroups)[number];

function Group({ title, pages }: AdminGroup) {
  const id = useId();
  return (
    <div>
      {title && (
        <p id={id} className="admin-nav-title">
          {title}
        </p>
      )}
      <ul aria-labelledby={title ? id : undefined}>
        {pages.map(({ label, ...link }) => (
          <li key={link.to}>
            <Link {...link} className="word">
              {({ isActive }) => (
                <>
                  {label}
                  {isActive && <BrushStroke />}
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const adminGroups = [
  { title: null, pages: [{ to: '/admin/health', label: overview }] },
  {
    title: words.people,
    pages: [
      { to: '/admin/members', label: words.members },
      { to: '/admin/joining', label: joining },
      { to: '/invitations', search: { tab: 'all' }, label: invitations },
    ],
  },
  {
    title: words.content,
    pages: [
      { to: '/moderation', label: moderation, activeOptions: { exact: true } },
      { to: '/admin/rules', label: rules },
      { to: '/admin/categories', label: words.categories },
      { to: '/admin/filters', label: filters },
    ],
  },
  {
    title: words.site,
    pages: [
      { to: '/admin/site', label: words.appearance },
      { to: '/admin/announcements', label: announcements },
      { to: '/admin/webhooks', label: webhooks },
      { to: '/admin/system', label: system },
      { to: '/moderation/log', label: words.log },
    ],
  },
] as const;
