import { savesData } from '~/platform/lib/less-data.ts';

const pages = [
  () => import('~/pages/feed-page.tsx'),
  () => import('~/pages/post-page.tsx'),
  () => import('~/pages/discover-page.tsx'),
  () => import('~/pages/forum-page.tsx'),
  () => import('~/pages/notifications-page.tsx'),
  () => import('~/pages/profile-page.tsx'),
];

/** Prefetches the main pages' code one by one, so that they open offline. */
export async function fetchMainPages(): Promise<void> {
  if (savesData()) return;
  for (const fetchPage of pages) {
    await idle();
    // A failed prefetch is repeated when the page opens.
    await fetchPage().catch(() => undefined);
  }
}

/** Safari has no idle callbacks. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 1_000);
  });
