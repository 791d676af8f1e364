import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { polled } from '../db/polled.ts';
import { productName, type Site, type SiteSource } from '../site.ts';
import { findSite, type SiteRow } from './queries.ts';

/** Milliseconds for which what was read is used. */
const keptFor = 500;
/** Milliseconds that a page waits for it. */
const patience = 250;

/** One row is read at most twice a second, for all who ask. */
export function openSite(config: Config, db: Database): SiteSource {
  let newest = siteOf(config, nothingSet);
  let isFresh = false;
  const { read, isKept, forget } = polled(async () => {
    isFresh = false;
    const row = await findSite(db);
    isFresh = true;
    return (newest = siteOf(config, row));
  }, keptFor);
  return {
    read,
    async known() {
      if (isFresh && isKept()) return newest;
      const inTime = wait(patience, undefined, { ref: false }).then(() => newest);
      return Promise.race([read().catch(() => newest), inTime]);
    },
    forget,
  };
}

const nothingSet: SiteRow = {
  ...{ version: 0, name: null, tagline: null, accent: null, pricing_url: null, locales: null, default_locale: null },
  ...{ has_about: false, has_privacy: false, logo_image_id: null, logo_width: null, logo_height: null, logo_widths: null },
};

export function siteOf(config: Config, row: SiteRow): Site {
  const { logo_image_id: id, logo_width: width, logo_height: height, logo_widths: widths } = row;
  return {
    version: row.version,
    name: row.name ?? productName,
    tagline: row.tagline,
    accent: row.accent,
    logo: id === null || width === null || height === null || widths === null ? null : { id, width, height, widths },
    pricingUrl: row.pricing_url ?? config.pricingUrl,
    languages: languagesOf(config, row),
    pages: [...(row.has_about ? (['about'] as const) : []), ...(row.has_privacy ? (['privacy'] as const) : [])],
  };
}

/** Of those that the operator has; one that was taken away there is offered here no longer. */
function languagesOf({ languages }: Config, { locales, default_locale }: SiteRow): Site['languages'] {
  const first = languages.offered.find((locale) => locale === default_locale);
  const chosen = locales === null ? languages.offered : languages.offered.filter((locale) => locales.includes(locale));
  const fallback = first ?? (chosen.includes(languages.default) ? languages.default : chosen[0]) ?? languages.default;
  return { default: fallback, offered: chosen.includes(fallback) ? chosen : [fallback, ...chosen] };
}
