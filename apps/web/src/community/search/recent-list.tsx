import * as words from '@mbari/words/search';
import { Link } from '@tanstack/react-router';
import { Clock, X } from 'lucide-react';
import { IconButton } from '~/platform/ui/button.tsx';
import { forgetSearch, forgetSearches, useRecentSearches } from './recent-searches.ts';
import './recent-list.css';

export function RecentList({ without }: { without: string }) {
  const recent = useRecentSearches().filter((sought) => sought !== without);
  if (recent.length === 0) return null;
  return (
    <section className="recent" aria-labelledby="recent-searches">
      <div className="recent-head">
        <h2 id="recent-searches">{words.recentHere}</h2>
        <button type="button" onClick={forgetSearches}>
          {words.forgetAll}
        </button>
      </div>
      <ul>
        {recent.map((sought) => (
          <li key={sought}>
            <Link to="/search" search={{ q: sought }} className="found-row">
              <Clock size={20} strokeWidth={1.6} aria-hidden="true" />
              <span className="truncate" dir="auto">
                {sought}
              </span>
            </Link>
            <IconButton label={words.forget({ sought })} onClick={() => forgetSearch(sought)}>
              <X size={18} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
