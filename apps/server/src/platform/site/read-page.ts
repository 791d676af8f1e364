import { sitePageNames } from '@mbari/contract/site-settings';
import type { Context } from '../context.ts';
import { fillIn } from '../markdown/views.ts';
import { notFound } from '../refusal.ts';
import { findPage } from './queries.ts';

/** Returns a public page without links to members or their photos. */
export async function readPage({ db }: Context, page: string): Promise<{ body_html: string; changed_at: string }> {
  const name = sitePageNames.find((one) => one === page);
  const found = name && (await findPage(db, name));
  if (!found) throw notFound();
  const nobody = () => undefined;
  return {
    body_html: fillIn(found.html, { usernameOf: nobody, photoOf: nobody, sourceOf: nobody }),
    changed_at: found.changed_at.toISOString(),
  };
}
