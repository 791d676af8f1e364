import { searchForum } from '@mbari/words/forum-topics';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

interface ForumHeadProps {
  title: string;
  hint: ReactNode;
  children: ReactNode;
}

export const ForumHead = ({ title, hint, children }: ForumHeadProps) => (
  <header className="forum-head">
    <h1 className="display-large" dir="auto">
      {title}
    </h1>
    <p>{hint}</p>
    <div className="forum-head-actions">
      <Link to="/forum/search" className="icon-button" aria-label={searchForum} title={searchForum}>
        <Search size={20} strokeWidth={1.6} aria-hidden="true" />
      </Link>
      {children}
    </div>
  </header>
);
