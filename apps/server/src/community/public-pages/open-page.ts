import { wordsFor } from '@mbari/words/words-for';
import type { Context } from '../../platform/context.ts';
import { isOutage } from '../../platform/db/database.ts';
import type { PublicPageParts, VisitorRequest } from '../../platform/http/web-app.ts';
import { highestId, isId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Site } from '../../platform/site.ts';
import { exhibitionPage, seriesPage } from './exhibition.ts';
import { frontPage } from './front.ts';
import { type PageRequest, type PublicPage, rulesPage, textPage, writeBody } from './layout.ts';
import { postPage } from './post.ts';
import { placePage, profilePage, tagPage } from './wall.ts';

/**
 * Returns a page for a visitor, as the setting `visitors` allows, or null: the app then answers, which asks visitors to sign in. A hidden post
 * is answered like a missing one.
 */
export async function openPublicPage(context: Context, { path, query, locale, visitor }: VisitorRequest): Promise<PublicPageParts | null> {
  const site = await context.site.known();
  const open = pageAt(site, path);
  if (open === null || query.has('sign-in')) return null;
  // Over the limit, the app answers. Many phones share one IP address, so this limit is separate from the sign-in limit.
  if ((await context.limits.overrun('preview by ip', visitor)) > 0) return null;
  await context.limits.count('preview by ip', visitor);
  const before = query.get('before') ?? highestId;
  const request = { context, site, locale, words: wordsFor(locale), before: isId(before) ? before : highestId, path };
  try {
    const page = await open(request);
    return page && { ...page, body: writeBody(request, page).text };
  } catch (error) {
    // A refusal means that the content disappeared during the read.
    if (isOutage(error) || error instanceof Refusal) return null;
    throw error;
  }
}

type Open = (request: PageRequest) => Promise<PublicPage | null>;

function pageAt({ visitors }: Site, path: string): Open | null {
  if (path === '/about' || path === '/privacy') return (request) => textPage(request, path === '/about' ? 'about' : 'privacy');
  if (path === '/rules') return rulesPage;
  if (visitors === 'closed') return null;
  if (path === '/') return frontPage;
  if (visitors === 'front') return null;
  const [, kind, name = ''] = /^\/(post|user|tag|place|series|exhibitions)\/([^/]+)\/?$/.exec(path) ?? [];
  if (kind === 'post' && isId(name)) return (request) => postPage(request, name);
  if (kind === 'series') return isId(name) ? (request) => seriesPage(request, name) : null;
  if (kind === 'exhibitions') return isId(name) ? (request) => exhibitionPage(request, name) : null;
  if (kind === 'user' && /^[a-z0-9_.]{3,30}$/i.test(name)) return (request) => profilePage(request, name.toLowerCase());
  const label = kind === 'tag' || kind === 'place' ? decoded(name) : null;
  if (label === null) return null;
  return (request) => (kind === 'tag' ? tagPage : placePage)(request, label);
}

/** Returns null for a malformed address or one with a zero byte, which PostgreSQL does not accept. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return text.includes('\0') || text.length > 200 ? null : text;
  } catch {
    return null;
  }
}
