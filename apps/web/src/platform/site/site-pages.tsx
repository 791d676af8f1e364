import { Suspense } from 'react';
import { lazyOrNothing } from '~/platform/lib/lazy-or-nothing.ts';
import { useSite } from './use-site.ts';

const SitePageLinks = lazyOrNothing(async () => (await import('./site-page-links.tsx')).SitePageLinks);

/** Footer links to the admins' pages and contact address. Renders nothing if none are set. */
export function SitePages({ className = 'word text-t15' }: { className?: string }) {
  const site = useSite();
  return site?.pages.length || site?.contact_email ? (
    <Suspense>
      <SitePageLinks site={site} className={className} />
    </Suspense>
  ) : null;
}
