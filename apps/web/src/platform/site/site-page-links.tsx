import type { Site } from '@mbari/contract/platform/site';
import * as words from '@mbari/words/site-pages';
import { Link } from '@tanstack/react-router';

interface SitePageLinksProps {
  contact: Site['contact_email'];
  className: string;
}

export const sitePageTitles = { about: words.about, privacy: words.privacy, rules: words.rules };

export function SitePageLinks({ contact, className }: SitePageLinksProps) {
  return (
    <nav aria-label={words.pages}>
      <ul className="flex flex-wrap gap-x-s5">
        {Object.entries(sitePageTitles).map(([page, title]) => (
          <li key={page}>
            <Link to={`/${page as keyof typeof sitePageTitles}`} className={className}>
              {title}
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
