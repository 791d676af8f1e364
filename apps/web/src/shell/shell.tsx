'use no memo';

import { skipToContent } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useOpenedPushes } from '~/notifications/use-opened-pushes.ts';
import { lazyPage } from '~/platform/lib/chunk-load-errors.ts';
import { useLessData } from '~/platform/lib/less-data.ts';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { currentSession, onboardingStageOf, useSession } from '~/platform/lib/session.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { whenIdle } from '~/platform/lib/when-idle.ts';
import { Bar } from './bar.tsx';
import { Header } from './header.tsx';
import { Rail } from './rail.tsx';
import './shell.css';

/** Loaded after the first render. */
const Offline = optionalLazy(async () => (await import('./offline.tsx')).Offline);
const LowDataStrip = optionalLazy(async () => (await import('~/platform/connection/low-data-strip.tsx')).LowDataStrip);

const Sanctions = optionalLazy(async () => (await import('~/moderation/sanctions.tsx')).Sanctions);
const Announcements = lazyPage(() => import('~/community/announcements.tsx').catch(() => ({ Announcements: () => null })), 'Announcements');
const VisitorShell = lazyPage(() => import('./visitor-shell.tsx'), 'VisitorShell');
const slimKey = 'mbari_rail_slim';

/** Frame for members: rail, header, page, and the bar on phones. */
export function Shell() {
  const { pathname } = useLocation();
  const [slim, setSlim] = useState(() => localStorage.getItem(slimKey) === 'yes');
  const drawer = useLazyDialog(async () => (await import('./drawer.tsx')).Drawer);
  const session = useSession();
  useOpenedPushes();
  // Visitors keep their own frame from a public page until the next page has loaded.
  const outside = onboardingStageOf(session) !== 'onboarded';
  const isPublic = useMatches({ select: (matches) => matches.at(-1)?.staticData.need === undefined });
  const [visiting, setVisiting] = useState(false);
  const isVisitor = outside && (visiting || isPublic);
  if (isVisitor !== visiting) setVisiting(isVisitor);
  useLive(outside ? undefined : session.user?.id);
  useMainPages(outside);
  const lessData = useLessData();
  if (isVisitor)
    return (
      <Suspense>
        <VisitorShell />
      </Suspense>
    );
  // Posts and topics use the full width.
  const reading = pathname.startsWith('/post/') || pathname.startsWith('/forum/t/');
  const collapse = () => {
    setSlim(!slim);
    localStorage.setItem(slimKey, slim ? 'no' : 'yes');
  };
  return (
    <div className="shell" data-slim={slim || reading || undefined}>
      <a className="skip-link" href="#main">
        {skipToContent}
      </a>
      <Rail slim={slim} onCollapse={reading ? undefined : collapse} />
      <Header onMenu={drawer.open} />
      {session.user && (
        <Suspense>
          <Offline memberId={session.user.id} />
        </Suspense>
      )}
      {lessData && (
        <aside className="strip">
          <Suspense>
            <LowDataStrip />
          </Suspense>
        </aside>
      )}
      <main id="main" tabIndex={-1} className="shell-main">
        <Notices />
        <Outlet />
      </main>
      <Bar />
      {drawer.Dialog && <drawer.Dialog onClose={drawer.close} />}
    </div>
  );
}

/** Sanctions and announcements above the page. */
function Notices() {
  const { warning, silence, announcements } = useSession().user ?? {};
  return (
    <>
      {(warning || silence) && (
        <Suspense>
          <Sanctions warning={warning ?? null} silence={silence ?? null} />
        </Suspense>
      )}
      {announcements?.length ? (
        <Suspense>
          <Announcements />
        </Suspense>
      ) : null}
    </>
  );
}

/** Loads the visitors' frame and announcements with the shell, because loading them later would leave the page empty or push it down. */
export async function loadShell(): Promise<{ Shell: typeof Shell }> {
  if (onboardingStageOf(currentSession()) !== 'onboarded') await VisitorShell.preload?.();
  if (currentSession().user?.announcements?.length) await Announcements.preload?.();
  return { Shell };
}

/** Milliseconds after the first render. */
const mainPagesAfter = 10_000;

function useMainPages(outside: boolean): void {
  useEffect(() => {
    if (outside) return undefined;
    const timer = setTimeout(
      () =>
        void import('./fetch-main-pages.ts').then(
          ({ fetchMainPages }) => fetchMainPages(),
          () => undefined,
        ),
      mainPagesAfter,
    );
    return () => clearTimeout(timer);
  }, [outside]);
}

/** Starts live events after the first render. If the code fails to load, polling continues. */
function useLive(viewerId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (viewerId === undefined) return;
    const leaving = new AbortController();
    const start = async () => {
      const live = await import('./start-live.ts').catch(() => null);
      if (!leaving.signal.aborted) live?.startLive(client, viewerId, leaving.signal);
    };
    const takeBack = whenIdle(() => void start());
    return () => {
      takeBack();
      leaving.abort();
    };
  }, [client, viewerId]);
}
