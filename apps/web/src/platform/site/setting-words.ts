import type { SiteField } from '@mbari/contract/moderation/log-details';
import type { SettingValues } from '@mbari/contract/platform/site-settings';
import * as words from '@mbari/words/admin';

interface SettingWords {
  label: string;
  hint?: string;
  options?: Readonly<Record<string, string>>;
}

export const settingWords: Readonly<Record<SiteField, SettingWords>> = {
  name: { label: words.name },
  tagline: { label: words.tagline },
  logo: { label: words.logo },
  accent: { label: words.accent },
  pricing_url: { label: words.pricing, hint: words.pricingHint },
  contact_email: { label: words.contactEmail, hint: words.contactEmailHint },
  visitors: {
    label: words.visitors,
    hint: words.visitorsHint,
    options: { closed: words.visitorsClosed, front: words.visitorsFront, posts: words.visitorsPosts } satisfies Record<
      SettingValues['visitors'],
      string
    >,
  },
  imports: {
    label: words.imports,
    hint: words.importsHint,
    options: { on: words.importsOn, off: words.importsOff } satisfies Record<SettingValues['imports'], string>,
  },
  import_hosts: { label: words.importHosts, hint: words.importHostsHint },
  client_apps: {
    label: words.clientApps,
    hint: words.clientAppsHint,
    options: { off: words.clientAppsOff, on: words.clientAppsOn } satisfies Record<SettingValues['client_apps'], string>,
  },
  locales: { label: words.languages },
  default_locale: { label: words.defaultLanguage },
  about: { label: words.about, hint: words.markdownHint },
  privacy: { label: words.privacy, hint: words.markdownHint },
};
