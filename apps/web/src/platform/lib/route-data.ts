import type { Need } from './where-to.ts';

/** Data that routes declare and pages pass on. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Onboarding stage the screen is made for; undefined: everybody. */
    need?: Need;
    /** Window title; null: the page sets it later from what it shows. */
    title?: string | null;
  }
  /** State passed to the next page, in the tab's history only and never in the address. */
  interface HistoryState {
    /** Page that redirected to /login. */
    wanted?: string;
    newcomer?: boolean;
    /** Outcome of the verification link that a guest followed. */
    verification?: string;
    /** Unverified email address of a new member. */
    awaiting?: string;
    /** Parts of the mailed link that sets a new password. */
    reset?: { token: string; email: string };
    /** Secret of an invitation link. */
    invitation?: string;
  }
}
