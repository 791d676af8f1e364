import { sitePageNames } from '@mbari/contract/platform/site-settings';
import type { Locale } from '@mbari/words/locales';
import type { Context } from '../context.ts';
import { fillIn } from '../markdown/views.ts';
import { notFound } from '../refusal.ts';
import { builtInPage } from './built-in-pages.ts';
import { findPage } from './queries.ts';

export interface SitePage {
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
