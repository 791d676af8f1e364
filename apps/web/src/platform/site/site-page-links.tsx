import type { Site } from '@mbari/contract/platform/site';
import * as words from '@mbari/words/site-pages';
import { Link } from '@tanstack/react-router';
import { sitePageTitles } from './site-page-titles.ts';

interface SitePageLinksProps {
  site: Pick<Site, 'pages' | 'contact_email'>;
  className: string;
}

export function SitePageLinks({ site: { pages, contact_email: contact }, className }: SitePageLinksProps) {
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
        {contact !== null && (
          <li>
            <a href={`mailto:${contact.split('@').map(encodeURIComponent).join('@')}`} className={className}>
              {words.contact}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
