import { locales } from '@mbari/words/locales';
import { html, type Html } from '../../platform/http/plain-page.ts';
import { logoOf } from '../../platform/site.ts';
import type { PageRequest, PublicPage } from './page.ts';

/** Returns the body of a page: bar, content and footer. */
export function writeBody(request: PageRequest, { isFront = false, main }: PublicPage): Html {
  const { words, path } = request;
  return html`<a class="skip" href="#main">${words.publicPages.skip}</a>
    ${bar(request, { isFront, signIn: isFront ? '/login' : `${path}?sign-in` })}
    <main id="main">${main}</main>
    ${footer(request)}`;
}

/** On the front page, the bar appears when the large header has left the window. */
const bar = ({ site, words }: PageRequest, { isFront, signIn }: { isFront: boolean; signIn: string }): Html =>
  html`<header class="bar" ${isFront && html` data-after-header hidden`}>
    <a class="brand" href="/">${mark(site)}<span>${site.name}</span></a>
    <nav>
      <a class="word" href="${signIn}">${words.publicPages.signIn}</a> <a class="button" href="/register">${words.publicPages.join}</a>
    </nav>
  </header>`;

/** The community's logo, or the product's mark. */
export const mark = ({ logo }: PageRequest['site']): Html =>
  logo
    ? html`<img src="${logoOf(logo).url}" width="${logoOf(logo).width}" height="${logoOf(logo).height}" alt="" />`
    : html`<img src="/favicon.svg" width="46" height="46" alt="" />`;

function footer({ site, words, locale, path }: PageRequest): Html {
  const { publicPages, sitePages } = words;
  const { offered } = site.languages;
  return html`<footer>
    <nav aria-label="${publicPages.footer}">
      <a href="/about">${sitePages.about}</a> <a href="/privacy">${sitePages.privacy}</a> <a href="/rules">${sitePages.rules}</a> ${
        site.visitors !== 'closed' && html`<a href="/feed.atom">${publicPages.atom}</a>`
      }
      ${site.contact_email && html`<a href="mailto:${site.contact_email}">${sitePages.contact}</a>`}
    </nav>
    ${
      offered.length > 1 &&
      html`<nav aria-label="${publicPages.languages}">
        ${offered.map(
          (tag) =>
            html`<a
              href="${path}?language=${tag}"
              hreflang="${tag}"
              lang="${tag}"
              dir="${locales[tag].direction}"
              ${tag === locale && html` aria-current="true"`}
              rel="nofollow"
              >${locales[tag].name}</a
            > `,
        )}
      </nav>`
    }
  </footer>`;
}
