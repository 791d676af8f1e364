import type { SitePageName } from '@mbari/contract/platform/site-settings';
import { listRules } from '../../moderation/community-rules.ts';
import { html, Html } from '../../platform/http/plain-page.ts';
import { readSitePage } from '../../platform/site/read-site-page.ts';
import { viewTextHead } from '../previews/views.ts';
import type { PageRequest, PublicPage } from './page.ts';

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
