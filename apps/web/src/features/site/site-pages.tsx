import * as words from '@mbari/words/site-pages';
import { Link } from '@tanstack/react-router';
import { useSite } from './use-site.ts';

/** Links to the pages that the admins wrote. Nothing where they wrote none. */
export function SitePages({ className = 'word text-t15' }: { className?: string }) {
  const pages = useSite()?.pages ?? [];
  if (pages.length === 0) return null;
  return (
    <nav aria-label={words.pages}>
      <ul className="flex flex-wrap gap-x-s5">
        {pages.map((page) => (
          <li key={page}>
            <Link to={`/${page}`} className={className}>
              {words[page]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
