import type { SiteField } from '@mbari/contract/moderation/log-details';
import * as words from '@mbari/words/admin';

interface SettingWords {
  label: string;
  hint?: string;
}

export const settingWords: Readonly<Record<SiteField, SettingWords>> = {
  name: { label: words.name },
  tagline: { label: words.tagline },
  logo: { label: words.logo },
  accent: { label: words.accent },
  pricing_url: { label: words.pricing, hint: words.pricingHint },
  contact_email: { label: words.contactEmail, hint: words.contactEmailHint },
  locales: { label: words.languages },
  default_locale: { label: words.defaultLanguage },
  about: { label: words.about, hint: words.markdownHint },
  privacy: { label: words.privacy, hint: words.markdownHint },
};
