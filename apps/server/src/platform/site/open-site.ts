import { setTimeout as wait } from 'node:timers/promises';
import type { SiteSettings } from '@mbari/contract/platform/site';
import { type SettingDefaults, settingNames, type StoredSettings } from '@mbari/contract/platform/site-settings';
import { wordsFor } from '@mbari/words/words-for';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { Database, Statements } from '../db/database.ts';
import { logoOf, productName, type Site, type SiteSource } from '../site.ts';
import { findJoining, findSite, type JoiningRow, type SettingsRow, type SiteRow } from './queries.ts';

const patience = 250;

/** Reads the settings' row at most twice a second. */
export function openSite(config: Config, db: Database): SiteSource {
  let newest = siteOf(config, nothingSet);
  const cache = new LRUCache<'site', Site>({
    max: 1,
    ttl: 500,
    ignoreFetchAbort: true,
    fetchMethod: async () => (newest = siteOf(config, await findSite(db))),
  });
  const read = async (): Promise<Site> => (await cache.fetch('site'))!;
  return {
    read,
    async known() {
      const cached = cache.get('site');
      if (cached) return cached;
      const inTime = wait(patience, undefined, { ref: false }).then(() => newest);
      return Promise.race([read().catch(() => newest), inTime]);
    },
    forget: () => cache.clear(),
  };
}

const nothingSet: SiteRow = {
  ...(Object.fromEntries(settingNames.map((name) => [name, null])) as StoredSettings),
  ...{ version: 0, logo: null },
};

function siteOf(config: Config, { locales, default_locale, ...row }: SiteRow): Site {
  return {
    ...row,
    name: row.name ?? productName,
    pricing_url: row.pricing_url ?? config.pricingUrl,
    visitors: row.visitors ?? 'closed',
    imports: row.imports ?? 'on',
    client_apps: row.client_apps ?? 'off',
    languages: languagesOf(config, { locales, default_locale }),
    providers: config.providers.map(({ key, name }) => ({ key, name, url: `/api/v1/auth/oauth/redirect?from=forum&provider=${key}` })),
  };
}

function languagesOf(
  { languages }: Config,
  { locales, default_locale }: Pick<StoredSettings, 'locales' | 'default_locale'>,
): Site['languages'] {
  const first = languages.offered.find((locale) => locale === default_locale);
  const enabled = locales === null ? languages.offered : languages.offered.filter((locale) => locales.includes(locale));
  const fallback = first ?? (enabled.includes(languages.default) ? languages.default : enabled[0]) ?? languages.default;
  return { default: fallback, offered: enabled.includes(fallback) ? enabled : [fallback, ...enabled] };
}

export type { JoiningRow };

export async function readJoining(db: Statements): Promise<JoiningRow> {
  const row = await findJoining(db);
  if (!row) throw new Error('The row of the table joining is gone');
  return row;
}

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
