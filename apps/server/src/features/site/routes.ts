import * as limits from '@mbari/contract/limits';
import { readSite } from '@mbari/contract/site';
import { locales } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import { route } from '../../http/route.ts';
import { isFromLocalhost } from '../../localhost.ts';
import { readJoining } from '../joining/read-joining.ts';
import { siteName } from './site-name.ts';

export const siteRoutes = [
  route(readSite, async ({ context: { config, db }, request }) => ({
    data: {
      name: siteName,
      // As the site says it of itself, whoever asks.
      tagline: wordsFor(config.languages.default).mail.tagline,
      provider: config.provider && { name: config.provider.name, url: '/api/v1/auth/oauth/redirect?from=forum' },
      pricing_url: config.pricingUrl,
      plans_price: config.plansPrice,
      languages: config.languages.offered.map((locale) => ({ tag: locale, name: locales[locale].name })),
      joining: await readJoining(db),
      outbox_url: config.mail.smtpUrl === null && isFromLocalhost(config, request.raw) ? '/outbox' : null,
      limits: { ...limits },
    },
  })),
];
