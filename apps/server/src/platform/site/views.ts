import type { SiteSettings } from '@mbari/contract/platform/site';
import type { SettingDefaults } from '@mbari/contract/platform/site-settings';
import { wordsFor } from '@mbari/words/words-for';
import type { Config } from '../config.ts';
import { logoOf, productName, type Site } from '../site.ts';
import { languagesOf } from './open-site.ts';
import type { SettingsRow } from './queries.ts';

export const taglineOf = ({ tagline, languages }: Pick<Site, 'tagline' | 'languages'>): string =>
  tagline ?? wordsFor(languages.default).mail.tagline;

export function viewSettings(config: Config, { logo, changed_at, ...row }: SettingsRow): SiteSettings {
  const defaults: SettingDefaults = {
    name: productName,
    tagline: taglineOf({ tagline: null, languages: languagesOf(config, row) }),
    pricing_url: config.pricingUrl,
    visitors: 'closed',
    imports: 'on',
    client_apps: 'off',
    locales: [...config.languages.offered],
    default_locale: config.languages.default,
  };
  return { ...row, logo: logo && logoOf(logo), defaults, changed_at: changed_at.toISOString() };
}
