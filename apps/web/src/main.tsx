import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { startFeed } from '~/photos/feed/feed-queries.ts';
import { watchChunkLoadErrors } from '~/platform/lib/chunk-load-errors.ts';
import { shortWait } from '~/platform/lib/early-answer.ts';
import { applyMemberLanguage } from '~/platform/lib/language.ts';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { announceNavigation } from '~/platform/lib/page-title.ts';
import { queryClient } from '~/platform/lib/query-client.ts';
import { currentSession, restoreSession, onboardingStageOf, useSession, watchSession } from '~/platform/lib/session.ts';
import { whenIdle } from '~/platform/lib/when-idle.ts';
import { router } from '~/routes.tsx';
import { LoadingExperience } from './shell/loading-experience.tsx';
import './shell/frame-styles.ts';

/** Loaded after the first screen; the page works without it. */
const Toaster = optionalLazy(async () => (await import('~/platform/ui/toaster.tsx')).Toaster);

restoreSession();
// Starts the first screen's two requests before rendering.
if (onboardingStageOf(currentSession()) === 'onboarded' && ['/', '/feed'].includes(location.pathname) && location.search === '')
  void startFeed(queryClient);

/** True after sign-out, while the last screen is still mounted. */
let isLeaving = false;

function forget(): void {
  isLeaving = false;
  queryClient.clear();
}

watchSession((session, before) => {
  if (before.status === 'member' && session.status === 'guest') {
    isLeaving = true;
    // Clears the cache after navigation, because the mounted screen would refetch without a session.
    void goToLogin(session.lost).finally(forget);
  } else {
    if (isLeaving || (before.user !== null && session.user?.id !== before.user.id)) forget();
    if (onboardingStageOf(session) !== onboardingStageOf(before)) void router.invalidate();
  }
  applyMemberLanguage(session.user?.forum_settings?.locale, { signedIn: before.user === null });
});
announceNavigation(router);
watchChunkLoadErrors();

const begun = currentSession().status === 'restoring' ? undefined : Promise.race([router.load(), shortWait]);
void Promise.resolve(begun).then(draw);

const entrances = /^.(?:login|register)$/;

function draw(): void {
  const app = createRoot(document.getElementById('root')!);
  const render = () =>
    app.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <App />
          <Suspense>
            <Toaster />
          </Suspense>
        </QueryClientProvider>
      </StrictMode>,
    );
  // In a transition React yields every few milliseconds, so a slow phone stays responsive. Arriving data
  // would restart the render, so only screens without data use a transition.
  if (entrances.test(router.state.location.pathname)) startTransition(render);
  else render();
}

/** Only after a lost session, sign-in returns to the page. */
function goToLogin(isSessionLost = false): Promise<void> {
  return router.navigate({ to: '/login', state: isSessionLost ? { wanted: router.state.location.href } : {} });
}

function App() {
  const { status } = useSession();
  return status === 'restoring' ? <LoadingExperience /> : <RouterProvider router={router} />;
}

whenIdle(
  () =>
    void Promise.all([import('~/photos/move-photo.ts'), import('~/photos/feed/stored-order.ts')]).then(
      ([{ movePhotos }, { readStoredOrder }]) => {
        movePhotos(router);
        readStoredOrder();
      },
      () => undefined,
    ),
);
