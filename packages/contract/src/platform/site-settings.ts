import * as limits from './limits.ts';

interface SiteSetting {
  /** Determines the column type, the validation (`site.ts`) and the form control. Most kinds are HTML input types. */
  kind: 'text' | 'url' | 'email' | 'color' | 'choice' | 'locale' | 'locales' | 'page';
  options?: readonly string[];
  max?: number;
  isName?: boolean;
  /** The server replaces null with a default. */
  hasDefault?: boolean;
}

/** Settings of the site in display order. Each is a nullable column of `site_settings`. */
export const siteSettings = {
  name: { kind: 'text', max: limits.siteName, isName: true, hasDefault: true },
  tagline: { kind: 'text', max: limits.siteTagline, hasDefault: true },
  accent: { kind: 'color' },
  pricing_url: { kind: 'url', max: limits.siteLink, hasDefault: true },
  contact_email: { kind: 'email', max: limits.email },
  /** Pages open to signed-out visitors: none, the front page, or public posts too. */
  visitors: { kind: 'choice', options: ['closed', 'front', 'posts'], hasDefault: true },
  /** Opens the Mastodon client API to apps. */
  client_apps: { kind: 'choice', options: ['off', 'on'], hasDefault: true },
  locales: { kind: 'locales', hasDefault: true },
  default_locale: { kind: 'locale', hasDefault: true },
  /** Allows members to import posts from other services. */
  imports: { kind: 'choice', options: ['on', 'off'], hasDefault: true },
  /** Hosts, separated by commas, from which imports may fetch images. */
  import_hosts: { kind: 'text', max: limits.siteLink },
  about: { kind: 'page', max: limits.forumBody },
  privacy: { kind: 'page', max: limits.forumBody },
} as const satisfies Record<string, SiteSetting>;

type Settings = typeof siteSettings;
export type SettingName = keyof Settings;
type NamesOf<Like> = { [Name in SettingName]: Settings[Name] extends Like ? Name : never }[SettingName];
/** Settings whose value is the Markdown of a page with its own address. */
export type SitePageName = NamesOf<{ kind: 'page' }>;
/** Settings that `GET /site` returns. */
export type PublicSettingName = Exclude<SettingName, SitePageName | NamesOf<{ kind: 'locale' | 'locales' }>>;

export type SettingValues = {
  [Name in SettingName]: Settings[Name] extends { options: readonly (infer Option)[] }
    ? Option
    : Settings[Name]['kind'] extends 'locales'
      ? string[]
      : string;
};
export type StoredSettings = { [Name in SettingName]: SettingValues[Name] | null };
export type SettingDefaults = Pick<SettingValues, NamesOf<{ hasDefault: true }>>;
export type PublicSettings = {
  [Name in PublicSettingName]: Name extends keyof SettingDefaults ? SettingValues[Name] : SettingValues[Name] | null;
};

export const settingNames = Object.keys(siteSettings) as SettingName[];
const kindOf = (name: SettingName): SiteSetting['kind'] => siteSettings[name].kind;
export const sitePageNames = settingNames.filter((name): name is SitePageName => kindOf(name) === 'page');
export const publicSettingNames = settingNames.filter(
  (name): name is PublicSettingName => !['page', 'locale', 'locales'].includes(kindOf(name)),
);
export const hasDefault = (name: SettingName): name is keyof SettingDefaults => 'hasDefault' in siteSettings[name];
