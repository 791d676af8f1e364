/**
 * How far a visitor has come: a guest, a member with a session, one whose address is verified, one who finished onboarding; `waiting`:
 * one whose address is verified, and whom organisers are to let in first; `unaccepted`: one who is asked to accept the rules.
 * A screen's `need` is the stage it is made for; a screen without a need is for everybody.
 */
export type OnboardingStage = 'guest' | 'session' | 'waiting' | 'verified' | 'unaccepted' | 'onboarded';
export type Need = OnboardingStage | undefined;

/** The screen for each stage. */
export const homeOf = {
  guest: '/login',
  session: '/verify-email',
  waiting: '/application',
  verified: '/onboarding',
  unaccepted: '/accept-rules',
  onboarded: '/feed',
} as const;

/** Where a visitor is sent who opens a screen made for another stage, too early or too late; null: they may stay. */
export const whereTo = (need: Need, stage: OnboardingStage): (typeof homeOf)[OnboardingStage] | null =>
  need === undefined || need === stage ? null : homeOf[stage];

/** What a browser reads as the beginning of another host's address, or drops while it reads. */
const elsewhere = /^[/\\]{2}|[\\\p{Cc}]/u;

/**
 * The page somebody was sent away from, to go back to after signing in. Only a path of this community's own: it may have come from a
 * history that is not ours alone.
 */
export const pathWithin = (wanted: unknown): string | null =>
  typeof wanted === 'string' && wanted.startsWith('/') && !elsewhere.test(wanted) && !wanted.startsWith('/api/') ? wanted : null;
