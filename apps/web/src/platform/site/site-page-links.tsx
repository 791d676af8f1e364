import type { SitePageName } from '@mbari/contract/site-settings';
import * as words from '@mbari/words/site-pages';
import { Link } from '@tanstack/react-router';
import { sitePageTitles } from './site-page-titles.ts';

interface SitePageLinksProps {
  pages: readonly SitePageName[];
  className: string;
}

export function SitePageLinks({ pages, className }: SitePageLinksProps) {
  return (
    <nav aria-label={words.pages}>
      <ul className="flex flex-wrap gap-x-s5">
        {pages.map((page) => (
          <li key={page}>
            <Link to={`/${page}`} className={className}>
              {sitePageTitles[page]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
