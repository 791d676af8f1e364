import * as words from '@mbari/words/search';
import { Link } from '@tanstack/react-router';
import { Clock, X } from 'lucide-react';
import { IconButton } from '~/platform/ui/button.tsx';
import { removeRecentSearch, clearRecentSearches, useRecentSearches } from './recent-searches.ts';
import './search-page.css';

export function RecentList({ excluded }: { excluded: string }) {
  const recent = useRecentSearches().filter((query) => query !== excluded);
  if (recent.length === 0) return null;
  return (
    <section className="recent" aria-labelledby="recent-searches">
      <div className="recent-head">
        <h2 id="recent-searches">{words.recentHere}</h2>
        <button type="button" onClick={clearRecentSearches}>
          {words.forgetAll}
        </button>
      </div>
      <ul>
        {recent.map((query) => (
          <li key={query}>
            <Link to="/search" search={{ q: query }} className="found-row">
              <Clock size={20} strokeWidth={1.6} aria-hidden="true" />
              <span className="truncate" dir="auto">
                {query}
              </span>
            </Link>
            <IconButton label={words.forget({ sought: query })} onClick={() => removeRecentSearch(query)}>
              <X size={18} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
