import { type SitePageName, sitePageNames } from '@mbari/contract/platform/site-settings';
import type { Locale } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import { usesGroups } from '../config-providers.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { html } from '../http/plain-page.ts';
import { fillIn } from '../markdown/render-body.ts';
import { notFound } from '../refusal.ts';
import type { Site } from '../site.ts';
import { taglineOf } from './open-site.ts';
import { findPage } from './queries.ts';

interface SitePage {
  body_html: string;
  /** Null for a built-in page. */
  changed_at: string | null;
}

/**
 * Returns a page as the admins wrote it, without links to members or their photos, or the built-in page in `locale`. Throws `not_found` for an
 * unknown name.
 */
export async function readSitePage({ config, db, site }: Context, page: string, locale: Locale): Promise<SitePage> {
  const name = sitePageNames.find((pageName) => pageName === page);
  if (name === undefined) throw notFound();
  const row = await findPage(db, name);
  if (!row) return { body_html: builtInPage(config, await site.read(), name, locale), changed_at: null };
  const findNothing = () => undefined;
  return {
    body_html: fillIn(row.html, { usernameOf: findNothing, photoOf: findNothing, sourceOf: findNothing }),
    changed_at: row.changed_at.toISOString(),
  };
}

/** Returns the HTML of a page that the admins have not written. The privacy page describes this installation by its own configuration. */
const builtInPage = (config: Config, site: Site, page: SitePageName, locale: Locale): string =>
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
      ...config.providers.map((provider) =>
        (usesGroups(provider) ? publicPages.privacyProviderGroups : publicPages.privacyProvider)({ name: provider.name }),
      ),
      publicPages.privacyPush,
      config.stripeWebhookSecret !== null && publicPages.privacyPayments,
      config.s3 !== null && publicPages.privacyStore,
    ])}`;
}
