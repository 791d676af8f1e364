import type { SiteSettings } from '@mbari/contract/shapes/site';
import { wordsFor } from '@mbari/words/words-for';
import type { Config } from '../config.ts';
import { logoOf, productName, type Site } from '../site.ts';
import { siteOf } from './open-site.ts';
import type { SettingsRow } from './queries.ts';

/** What the community says of itself, in its own language where its admins said nothing. */
export const taglineOf = ({ tagline, languages }: Site): string => tagline ?? wordsFor(languages.default).mail.tagline;

export function viewSettings(config: Config, row: SettingsRow): SiteSettings {
  const { name, tagline, accent, pricing_url, locales, default_locale, about, privacy, version } = row;
  const site = siteOf(config, row);
  return {
    ...{ version, name, tagline, accent, pricing_url, locales, default_locale, about, privacy },
    logo: site.logo && logoOf(site.logo),
    defaults: {
      name: productName,
      tagline: taglineOf({ ...site, tagline: null }),
      pricing_url: config.pricingUrl,
      locales: [...config.languages.offered],
      default_locale: config.languages.default,
    },
    changed_at: row.changed_at.toISOString(),
  };
}
