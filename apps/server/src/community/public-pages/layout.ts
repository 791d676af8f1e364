import { hashtagsIn } from '@mbari/contract/platform/parse-text';
import type { SitePageName } from '@mbari/contract/platform/site-settings';
import { type Locale, locales } from '@mbari/words/locales';
import type { Words } from '@mbari/words/words-for';
import { listRules } from '../../moderation/community-rules.ts';
import type { Context } from '../../platform/context.ts';
import { html, Html } from '../../platform/http/plain-page.ts';
import { logoOf, type Site } from '../../platform/site.ts';
import { readSitePage } from '../../platform/site/read-site-page.ts';
import { viewTextHead } from '../previews/views.ts';

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

/** A visitor's request for a page. */
export interface PageRequest {
  context: Context;
  site: Site;
  locale: Locale;
  words: Words;
  /** Posts before this id; the highest id for the first page. */
  before: string;
  path: string;
}

export interface PublicPage {
  /** HTML for the head: title, description, canonical address, preview and structured data. */
  head: string;
  /** CSS of this page: proportions and mean colours of its photos. */
  style: string;
  /** `Link` header for the first photo. */
  preload?: string | undefined;
  main: Html;
  /** The front page shows its own large header. */
  isFront?: boolean;
  /** Search engines may list the page. */
  isIndexed: boolean;
}

/** Returns the page that the admins wrote, or the built-in one. */
export async function textPage(request: PageRequest, page: SitePageName): Promise<PublicPage> {
  const { body_html } = await readSitePage(request.context, page, request.locale);
  return viewText(request, request.words.sitePages[page], new Html(body_html));
}

export async function rulesPage(request: PageRequest): Promise<PublicPage> {
  const { rules } = await listRules(request.context.db);
  const { publicPages, sitePages } = request.words;
  const items = rules.map(
    ({ title, body }) =>
      html`<li>
        <h2 dir="auto">${title}</h2>
        <p dir="auto" class="story">${body}</p>
      </li>`,
  );
  return viewText(
    request,
    sitePages.rules,
    rules.length > 0
      ? html`<ol class="rules">
          ${items}
        </ol>`
      : html`<p>${publicPages.noRules}</p>`,
  );
}

const viewText = ({ context, site, path }: PageRequest, title: string, content: Html): PublicPage => ({
  head: viewTextHead(context, site, { title, path }),
  style: '',
  isIndexed: true,
  main: html`<article class="text">
    <h1>${title}</h1>
    ${content}
  </article>`,
});

/** Returns a text with links at its hashtags. Other text stays as written; addresses are not linked. */
export function taggedText(text: string): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const { at, written } of hashtagsIn(text)) {
    parts.push(text.slice(end, at), html`<a href="/tag/${encodeURIComponent(written)}">${text.slice(at, at + 1)}${written}</a>`);
    end = at + 1 + written.length;
  }
  return html`${[...parts, text.slice(end)]}`;
}
