import type { SitePageName } from '@mbari/contract/platform/site-settings';
import type { Locale } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import type { Config } from '../config.ts';
import { html } from '../http/html.ts';
import type { Site } from '../site.ts';
import { taglineOf } from './views.ts';

/** Returns the HTML of a page that the admins have not written. The privacy page describes this installation by its own configuration. */
export const builtInPage = (config: Config, site: Site, page: SitePageName, locale: Locale): string =>
  (page === 'about' ? about(site, locale) : privacy(config, locale)).text;

function about(site: Site, locale: Locale) {
  const { publicPages } = wordsFor(locale);
  return html`<p>${taglineOf(site)}</p>
    <p>${publicPages.aboutSite({ name: site.name })}</p>
    ${site.contact_email && html`<p>${publicPages.aboutContact({ email: site.contact_email })}</p>`}
    <p>${publicPages.aboutSoftware}</p>`;
}

function privacy(config: Config, locale: Locale) {
  const { publicPages: words } = wordsFor(locale);
  const list = (lines: readonly (string | false)[]) =>
    html`<ul>
      ${lines.map((line) => line && html`<li>${line}</li>`)}
    </ul>`;
  return html`<h2>${words.privacyStored}</h2>
    ${list([words.privacyAccount, words.privacyPosts, words.privacySessions, words.privacyCookies])}
    <h2>${words.privacyHow}</h2>
    ${list([
      words.privacyDeleted,
      words.privacyClosed,
      words.privacyExport,
      config.backup !== null && words.privacyBackups({ count: config.backup.keep }),
    ])}
    <h2>${words.privacyOthers}</h2>
    ${list([
      config.mail.smtpUrl !== null && words.privacyMail,
      config.provider !== null && words.privacyProvider({ name: config.provider.name }),
      words.privacyPush,
      config.stripeWebhookSecret !== null && words.privacyPayments,
      config.s3 !== null && words.privacyStore,
    ])}`;
}
