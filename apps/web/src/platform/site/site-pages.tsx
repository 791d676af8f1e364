import { Suspense } from 'react';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { useSite } from './use-site.ts';

const SitePageLinks = optionalLazy(async () => (await import('./site-page-links.tsx')).SitePageLinks);

/** Footer links to the pages about the community, and its contact address. */
export function SitePages({ className = 'word text-t15' }: { className?: string }) {
  const site = useSite();
  return site ? (
    <Suspense>
      <SitePageLinks contact={site.contact_email} className={className} />
    </Suspense>
  ) : null;
}
