import type { CurrentUser, ForumSettings } from '@mbari/contract/shapes/members';

/** What the browser keeps of a session, under the names that members' browsers already have. */
const keys = {
  token: 'auth_token',
  user: 'user_profile',
  verified: 'isEmailVerified',
  onboarded: 'hasCompletedOnboarding',
  settings: 'forum_settings',
} as const;

/** What the first paint needs of a member. Address, phone, birthday and the like never lie about in a browser. */
const remembered = [
  'id',
  'name',
  'username',
  'email_verified',
  'has_onboarding',
  'role',
  'avatar_url',
  'profile_image',
  'subscription',
  'viewer',
  'announcements',
] as const satisfies readonly (keyof CurrentUser)[];

type Kept = Pick<CurrentUser, (typeof remembered)[number]>;
/** The way to a plan may name the member's address. */
type Remembered = Omit<Kept, 'viewer'> & { viewer: Omit<Kept['viewer'], 'upgrade_url'> & Partial<Kept['viewer']> };

/** The signed-in member. What the browser does not keep is there once the server has answered. */
export type Member = Remembered & Partial<Omit<CurrentUser, keyof Remembered>>;

/** That the welcome was shown is no member's business. */
const welcomed = 'mbari_welcomed';

export const tokenKey = keys.token;

export const settingsKey = keys.settings;

export const storedToken = (): string | null => localStorage.getItem(keys.token);

export const storeToken = (token: string): void => localStorage.setItem(keys.token, token);

/** The member as they were when this browser last heard of them. */
export function storedUser(): Member | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keys.user) ?? 'null') as Member | null;
    return kept !== null && remembered.every((field) => field in kept) ? kept : null;
  } catch {
    return null;
  }
}

export function storeUser(user: CurrentUser): void {
  const kept = { ...user, viewer: { ...user.viewer, upgrade_url: undefined } };
  localStorage.setItem(keys.user, JSON.stringify(Object.fromEntries(remembered.map((field) => [field, kept[field]]))));
  localStorage.setItem(keys.verified, String(user.email_verified));
  localStorage.setItem(keys.onboarded, String(user.has_onboarding));
  storeSettings(user.forum_settings);
}

export const storeSettings = (settings: ForumSettings): void => localStorage.setItem(keys.settings, JSON.stringify(settings));

/** Where a post that is not shared yet is kept, photos and all. */
export const draftsDatabase = 'mbari_drafts';

/** Whether this device uses less data: 'yes' or 'no'. Its owner's choice, whoever signs in. */
export const lessDataKey = 'mbari_less_data';

/** Offline content and its images; see platform/offline. */
const ownCaches = ['mbari-kept', 'mbari-pictures'];

/** Leaves nothing for the next person at this browser: no token, no answers, no draft, no scroll position. */
export function forgetSession(): void {
  globalThis.indexedDB?.deleteDatabase(draftsDatabase);
  for (const name of ownCaches) void globalThis.caches?.delete(name);
  for (const key of Object.keys(localStorage)) if (key !== lessDataKey) localStorage.removeItem(key);
  for (const key of Object.keys(sessionStorage)) if (key !== welcomed) sessionStorage.removeItem(key);
}
