import type { CurrentUser, ForumSettings } from '@mbari/contract/people/members';

/** Storage keys of the session. Browsers of members already store the keys: never rename them. */
const keys = {
  token: 'auth_token',
  user: 'user_profile',
  verified: 'isEmailVerified',
  onboarded: 'hasCompletedOnboarding',
  settings: 'forum_settings',
} as const;

/** Fields that the first render needs. Personal data such as email, phone and birthday are never stored. */
const storedFields = [
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

type Kept = Pick<CurrentUser, (typeof storedFields)[number]>;
/** Member without the upgrade link, which may contain the email address. */
type StoredMember = Omit<Kept, 'viewer'> & { viewer: Omit<Kept['viewer'], 'upgrade_url'> & Partial<Kept['viewer']> };

/** The signed-in member. Fields that are not stored are undefined until the server has answered. */
export type Member = StoredMember & Partial<Omit<CurrentUser, keyof StoredMember>>;

/** Kept at sign-out, because the welcome is shown once for each tab. */
const welcomed = 'mbari_welcomed';

export const tokenKey = keys.token;

export const settingsKey = keys.settings;

export const storedToken = (): string | null => localStorage.getItem(keys.token);

export const storeToken = (token: string): void => localStorage.setItem(keys.token, token);

export function storedUser(): Member | null {
  try {
    const member = JSON.parse(localStorage.getItem(keys.user) ?? 'null') as Member | null;
    return member !== null && storedFields.every((field) => field in member) ? member : null;
  } catch {
    return null;
  }
}

export function storeUser(user: CurrentUser): void {
  const stored = { ...user, viewer: { ...user.viewer, upgrade_url: undefined } };
  localStorage.setItem(keys.user, JSON.stringify(Object.fromEntries(storedFields.map((field) => [field, stored[field]]))));
  localStorage.setItem(keys.verified, String(user.email_verified));
  localStorage.setItem(keys.onboarded, String(user.has_onboarding));
  storeSettings(user.forum_settings);
}

export const storeSettings = (settings: ForumSettings): void => localStorage.setItem(keys.settings, JSON.stringify(settings));

export const draftsDatabase = 'mbari_drafts';

/** 'yes' or 'no'. A setting of the device, kept at sign-out. */
export const lessDataKey = 'mbari_less_data';

/** Names of the caches for offline use. `public/service-worker.js` repeats the first. */
export const responseCache = 'mbari-kept';
export const imageCache = 'mbari-pictures';

/** Deletes everything of the member from this browser: token, responses, drafts and scroll positions. */
export function forgetSession(): void {
  globalThis.indexedDB?.deleteDatabase(draftsDatabase);
  for (const name of [responseCache, imageCache]) void globalThis.caches?.delete(name);
  for (const key of Object.keys(localStorage)) if (key !== lessDataKey) localStorage.removeItem(key);
  for (const key of Object.keys(sessionStorage)) if (key !== welcomed) sessionStorage.removeItem(key);
}
