import { savesData } from '~/platform/lib/saves-data.ts';

const pages = [
  () => import('~/pages/feed-page.tsx'),
  () => import('~/pages/post-page.tsx'),
  () => import('~/pages/discover-page.tsx'),
  () => import('~/pages/forum-page.tsx'),
  () => import('~/pages/notifications-page.tsx'),
  () => import('~/pages/profile-page.tsx'),
];

/** Fetches the code of the main pages one by one, so that they open without a connection. */
export async function fetchMainPages(): Promise<void> {
  if (savesData()) return;
  for (const fetchPage of pages) {
    await idle();
    // One that did not come is asked for again where it is opened.
    await fetchPage().catch(() => undefined);
  }
}

/** Safari has no idle callbacks. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 1_000);
  });
