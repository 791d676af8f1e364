import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { startFeed } from '~/photos/feed/feed-queries.ts';
import { shortWait } from '~/platform/lib/early-answer.ts';
import { followChoice } from '~/platform/lib/language.ts';
import { lazyOrNothing } from '~/platform/lib/lazy-or-nothing.ts';
import { watchLostChunks } from '~/platform/lib/lost-chunks.ts';
import { announcePages } from '~/platform/lib/page-turn.ts';
import { queryClient } from '~/platform/lib/query-client.ts';
import { currentSession, restoreSession, onboardingStageOf, useSession, watchSession } from '~/platform/lib/session.ts';
import { whenIdle } from '~/platform/lib/when-idle.ts';
import { router } from '~/routes.tsx';
import { LoadingExperience } from './shell/loading-experience.tsx';
import './shell/frame-styles.ts';

/** Loaded after the first screen; the page works without it. */
const Toaster = lazyOrNothing(async () => (await import('~/platform/ui/toaster.tsx')).Toaster);

restoreSession();
// The first screen's two requests start before anything is rendered.
if (onboardingStageOf(currentSession()) === 'onboarded' && ['/', '/feed'].includes(location.pathname) && location.search === '')
  void startFeed(queryClient);

/** A member has signed out, and the screen that they were on is still there. */
let isLeaving = false;

/** Nothing that one member saw is left for the next. */
function forget(): void {
  isLeaving = false;
  queryClient.clear();
}

watchSession((session, before) => {
  if (before.status === 'member' && session.status === 'guest') {
    isLeaving = true;
    // Emptied before it is gone, the screen would ask once more, for nobody.
    void goToLogin(session.lost).finally(forget);
  } else {
    if (isLeaving || (before.user !== null && session.user?.id !== before.user.id)) forget();
    if (onboardingStageOf(session) !== onboardingStageOf(before)) void router.invalidate();
  }
  followChoice(session.user?.forum_settings?.locale, { signedIn: before.user === null });
});
announcePages(router);
watchLostChunks();

const begun = currentSession().status === 'restoring' ? undefined : Promise.race([router.load(), shortWait]);
void Promise.resolve(begun).then(draw);

/** Screens of a form, which wait for nothing. */
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
  // In a transition React hands the processor back every few milliseconds, and a slow phone answers a finger meanwhile. What comes for a screen that
  // waits for data would begin the drawing anew.
  if (entrances.test(router.state.location.pathname)) startTransition(render);
  else render();
}

/** After a lost session, signing in leads back to the page; after signing out it does not. */
function goToLogin(lost = false): Promise<void> {
  return router.navigate({ to: '/login', state: lost ? { wanted: router.state.location.href } : {} });
}

function App() {
  const { status } = useSession();
  return status === 'restoring' ? <LoadingExperience /> : <RouterProvider router={router} />;
}

// Removes an expired order of the trending posts, whichever tab opens.
whenIdle(
  () =>
    void import('~/photos/feed/kept-order.ts').then(
      ({ keptOrder }) => keptOrder(),
      () => undefined,
    ),
);
