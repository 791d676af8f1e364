import { Suspense } from 'react';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { useSite } from './use-site.ts';

const SitePageLinks = optionalLazy(async () => (await import('./site-page-links.tsx')).SitePageLinks);

/** Footer links to the admins' pages and contact address. Renders nothing if none are set. */
export function SitePages({ className = 'word text-t15' }: { className?: string }) {
  const site = useSite();
  return site?.pages.length || site?.contact_email ? (
    <Suspense>
      <SitePageLinks site={site} className={className} />
    </Suspense>
  ) : null;
}
