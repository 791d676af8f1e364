/**
 * Stages on the way to the feed. `session`: email not verified; `waiting`: awaits approval by organisers; `verified`: onboarding not
 * finished; `unaccepted`: must accept the rules. A screen's `need` is the stage it is made for; a screen without `need` is for everybody.
 */
export type OnboardingStage = 'guest' | 'session' | 'waiting' | 'verified' | 'unaccepted' | 'onboarded';
export type Need = OnboardingStage | undefined;

export const homeOf = {
  guest: '/login',
  session: '/verify-email',
  waiting: '/application',
  verified: '/onboarding',
  unaccepted: '/accept-rules',
  onboarded: '/feed',
} as const;

/** Returns the redirect, or null if the visitor may stay. */
export const redirectFor = (need: Need, stage: OnboardingStage): (typeof homeOf)[OnboardingStage] | null =>
  need === undefined || need === stage ? null : homeOf[stage];

/** Matches paths that browsers would resolve to another host, and characters they strip. */
const elsewhere = /^[/\\]{2}|[\\\p{Cc}]/u;

/** Returns the page to open after sign-in, or null. Accepts only paths of this site, because the history state may be forged. */
export const safeReturnPath = (path: unknown): string | null =>
  typeof path === 'string' && path.startsWith('/') && !elsewhere.test(path) && !path.startsWith('/api/') ? path : null;
