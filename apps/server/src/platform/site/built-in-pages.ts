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
  const { publicPages } = wordsFor(locale);
  const list = (lines: readonly (string | false)[]) =>
    html`<ul>
      ${lines.map((line) => line && html`<li>${line}</li>`)}
    </ul>`;
  return html`<h2>${publicPages.privacyStored}</h2>
    ${list([publicPages.privacyAccount, publicPages.privacyPosts, publicPages.privacyMessages, publicPages.privacySessions, publicPages.privacyCookies])}
    <h2>${publicPages.privacyHow}</h2>
    ${list([
      publicPages.privacyDeleted,
      publicPages.privacyClosed,
      publicPages.privacyExport,
      config.backup !== null && publicPages.privacyBackups({ count: config.backup.keep }),
    ])}
    <h2>${publicPages.privacyOthers}</h2>
    ${list([
      config.mail.smtpUrl !== null && publicPages.privacyMail,
      config.provider !== null && publicPages.privacyProvider({ name: config.provider.name }),
      publicPages.privacyPush,
      config.stripeWebhookSecret !== null && publicPages.privacyPayments,
      config.s3 !== null && publicPages.privacyStore,
    ])}`;
}
