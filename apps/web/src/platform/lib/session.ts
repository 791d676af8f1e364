import { logout } from '@mbari/contract/identity/sessions';
import { type CurrentUser, readMe } from '@mbari/contract/people/members';
import { useSyncExternalStore } from 'react';
import { call, CallRefused, onRulesAsked, onSessionLost } from './call.ts';
import type { OnboardingStage } from './redirect-after-sign-in.ts';
import { forgetSession, type Member, storedToken, storedUser, storeToken, storeUser, tokenKey } from './stored-session.ts';

/** `restoring`: a token is stored, but its member is not loaded yet. */
export type Session =
  | { status: 'restoring'; user: null }
  /** `lost`: ended by the server, not by the member. */
  | { status: 'guest'; user: null; lost?: true }
  | { status: 'member'; user: Member };

let session: Session = { status: 'guest', user: null };
const listeners = new Set<(session: Session, before: Session) => void>();

export const currentSession = (): Session => session;

export function onboardingStageOf({ user }: Session): OnboardingStage {
  if (user === null) return 'guest';
  if (!user.email_verified) return 'session';
  if (user.awaits_approval) return 'waiting';
  if (!user.has_onboarding) return 'verified';
  return user.rules_accepted === false ? 'unaccepted' : 'onboarded';
}

export const useSession = (): Session => useSyncExternalStore(watchSession, currentSession);

export function watchSession(listener: (session: Session, before: Session) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Restores the stored session. Members who finished onboarding need not wait for the server. */
export function restoreSession(): void {
  const user = storedUser();
  if (storedToken() === null) become({ status: 'guest', user: null });
  else if (user?.has_onboarding && user.email_verified) become({ status: 'member', user });
  else become({ status: 'restoring', user: null });
  if (storedToken() !== null) void askWhoIAm();
}

export function signIn(token: string, user: CurrentUser): void {
  // Stores the member first, because other tabs react to the token.
  storeUser(user);
  storeToken(token);
  become({ status: 'member', user });
}

export async function refreshUser(): Promise<CurrentUser> {
  const { data: user } = await call(readMe);
  updateUser(user);
  return user;
}

export function updateUser(user: CurrentUser): void {
  if (storedToken() === null) return;
  storeUser(user);
  become({ status: 'member', user });
}

export async function signOut(): Promise<void> {
  const signingOut = call(logout).catch(() => undefined);
  endSession();
  await signingOut;
}

export function endSession(): void {
  forgetSession();
  become({ status: 'guest', user: null });
}

onSessionLost(() => {
  forgetSession();
  become({ status: 'guest', user: null, lost: true });
});

// If the rules change while the page is open, the route guard redirects to the rules.
onRulesAsked(() => void refreshUser().catch(() => undefined));

// Follows sign-in and sign-out in other tabs. A sleeping tab gets the event late, so the current storage decides.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== null && key !== tokenKey) return;
  if (storedToken() === null) endSession();
  else if (session.user === null || storedUser()?.id !== session.user.id) restoreSession();
});

const restoreAgainAfter = 5_000;

async function askWhoIAm(): Promise<void> {
  try {
    await refreshUser();
  } catch (error) {
    // A 401 has already ended the session. Other errors keep it and retry.
    if (error instanceof CallRefused && error.status === 401 && storedToken() === null) return;
    if (session.status === 'restoring') setTimeout(() => void askWhoIAm(), restoreAgainAfter);
  }
}

function become(next: Session): void {
  const before = session;
  if (before.status === next.status && before.user === next.user) return;
  session = next;
  for (const listener of listeners) listener(next, before);
}
