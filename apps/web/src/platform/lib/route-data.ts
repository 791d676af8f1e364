import type { Need } from './where-to.ts';

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
    verification?: string;
    /** Unverified email address of a new member. */
    awaiting?: string;
    reset?: { token: string; email: string };
    invitation?: string;
  }
}
