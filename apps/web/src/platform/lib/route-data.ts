import type { Need } from './where-to.ts';

/** What routes say of themselves, and what pages pass on. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whom the screen is made for; left out: everybody. See lib/where-to.ts. */
    need?: Need;
    /** What the window is called; null: the page names it after what it shows. */
    title?: string | null;
  }
  /** What one page passes to the next. Only the tab's history keeps it: no address shows it. */
  interface HistoryState {
    /** The page somebody was sent away from to /login. */
    wanted?: string;
    /** They have just finished onboarding. */
    newcomer?: boolean;
    /** What became of the verification link that a guest followed. */
    verification?: string;
    /** The address a newcomer registered who may not come in before it is verified. */
    awaiting?: string;
    /** The parts of the mailed link that sets a new password. */
    reset?: { token: string; email: string };
    /** The secret of an invitation's link. */
    invitation?: string;
  }
}
