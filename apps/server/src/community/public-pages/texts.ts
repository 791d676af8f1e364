import type { SitePageName } from '@mbari/contract/platform/site-settings';
import { listRules } from '../../moderation/community-rules.ts';
import { html, Html } from '../../platform/http/html.ts';
import { readSitePage } from '../../platform/site/read-site-page.ts';
import { viewTextHead } from '../previews/views.ts';
import type { PageRequest, PublicPage } from './page.ts';

/** Returns the page that the admins wrote, or the built-in one. */
export async function textPage({ context, site, words, locale, path }: PageRequest, page: SitePageName): Promise<PublicPage> {
  const { body_html } = await readSitePage(context, page, locale);
  const title = words.sitePages[page];
  return {
    head: viewTextHead(context, site, { title, path }),
    style: '',
    isIndexed: true,
    main: html`<article class="text">
      <h1>${title}</h1>
      ${new Html(body_html)}
    </article>`,
  };
}

export async function rulesPage({ context, site, words, path }: PageRequest): Promise<PublicPage> {
  const { rules } = await listRules(context.db);
  const title = words.sitePages.rules;
  return {
    head: viewTextHead(context, site, { title, path }),
    style: '',
    isIndexed: true,
    main: html`<article class="text">
      <h1>${title}</h1>
      ${
        rules.length > 0
          ? html`<ol class="rules">
              ${rules.map(
                ({ title, body }) =>
                  html`<li>
                    <h2 dir="auto">${title}</h2>
                    <p dir="auto" class="story">${body}</p>
                  </li>`,
              )}
            </ol>`
          : html`<p>${words.publicPages.noRules}</p>`
      }
    </article>`,
  };
}
