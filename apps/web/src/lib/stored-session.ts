import type { CurrentUser } from '@mbari/contract/shapes/members';

/** What the browser keeps of a session, under the names that members' browsers already have. */
const keys = {
  token: 'auth_token',
  user: 'user_profile',
  verified: 'isEmailVerified',
  onboarded: 'hasCompletedOnboarding',
  settings: 'forum_settings',
} as const;

export const tokenKey = keys.token;

export const storedToken = (): string | null => localStorage.getItem(keys.token);

export const storeToken = (token: string): void => localStorage.setItem(keys.token, token);

/** The member as they were when this browser last heard of them. */
export function storedUser(): CurrentUser | null {
  try {
    return JSON.parse(localStorage.getItem(keys.user) ?? 'null') as CurrentUser | null;
  } catch {
    return null;
  }
}

export function storeUser(user: CurrentUser): void {
  localStorage.setItem(keys.user, JSON.stringify(user));
  localStorage.setItem(keys.verified, String(user.email_verified));
  localStorage.setItem(keys.onboarded, String(user.has_onboarding));
  localStorage.setItem(keys.settings, JSON.stringify(user.forum_settings));
}

export function forgetSession(): void {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
}
