import { setTimeout as wait } from 'node:timers/promises';
import { type StoredSettings, settingNames } from '@mbari/contract/platform/site-settings';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { productName, type Site, type SiteSource } from '../site.ts';
import { findSite, type SiteRow } from './queries.ts';

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
  };
}

export function languagesOf(
  { languages }: Config,
  { locales, default_locale }: Pick<StoredSettings, 'locales' | 'default_locale'>,
): Site['languages'] {
  const first = languages.offered.find((locale) => locale === default_locale);
  const enabled = locales === null ? languages.offered : languages.offered.filter((locale) => locales.includes(locale));
  const fallback = first ?? (enabled.includes(languages.default) ? languages.default : enabled[0]) ?? languages.default;
  return { default: fallback, offered: enabled.includes(fallback) ? enabled : [fallback, ...enabled] };
}
