import { Suspense } from 'react';
import { lazyOrNothing } from '~/platform/lib/lazy-or-nothing.ts';
import { useSite } from './use-site.ts';

const SitePageLinks = lazyOrNothing(async () => (await import('./site-page-links.tsx')).SitePageLinks);

/** Links to the pages that the admins wrote, at the foot of a page. Nothing where they wrote none. */
export function SitePages({ className = 'word text-t15' }: { className?: string }) {
  const pages = useSite()?.pages ?? [];
  return pages.length === 0 ? null : (
    <Suspense>
      <SitePageLinks pages={pages} className={className} />
    </Suspense>
  );
}
