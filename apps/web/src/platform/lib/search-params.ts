/*
 * What a screen takes from the query of its address. Anything else there is dropped.
 */

type Search = Record<string, unknown>;

/** Which tab of a page. */
export function anyTab({ tab }: Search): { tab?: string } {
  return typeof tab === 'string' ? { tab } : {};
}

/** Which of the feed's lists; none: the latest. */
export function feedTab({ tab }: Search): { tab?: 'trending' | 'following' } {
  return tab === 'trending' || tab === 'following' ? { tab } : {};
}

/** Which of a member's photos; `as`: how a profile of one's own looks to others. */
export function inGallery({ category, as }: Search): { category?: string; as?: 'visitor' | 'member' | 'follower' } {
  return {
    ...(category !== undefined && { category: asTyped(category) }),
    ...((as === 'visitor' || as === 'member' || as === 'follower') && { as }),
  };
}

/** Which acts of the log of moderation, and whose. */
export function logAsked({ action, actor }: Search): { action?: string; actor?: string } {
  return { ...(typeof action === 'string' && { action }), ...(typeof actor === 'string' && { actor }) };
}

/** Which accounts admins look at. The page knows which roles and states there are. */
export function accountsAsked({ q, role, state }: Search): { q?: string; role?: string; state?: string } {
  return { ...words({ q }), ...(typeof role === 'string' && { role }), ...(typeof state === 'string' && { state }) };
}

/** Words that are looked for. */
export function words({ q }: Search): { q?: string } {
  return q === undefined ? {} : { q: asTyped(q) };
}

/** Words, and of which kind what they find is to be; none: the first few of every kind. */
export function wordsAndKind({ q, kind }: Search): { q?: string; kind?: 'members' | 'photos' | 'topics' } {
  return { ...words({ q }), ...((kind === 'members' || kind === 'photos' || kind === 'topics') && { kind }) };
}

/** What a topic is begun with. */
export function newTopic({ category, photo }: Search): { category?: string; photo?: string } {
  return { ...(category !== undefined && { category: asTyped(category) }), ...(photo !== undefined && { photo: asTyped(photo) }) };
}

/** Words, and a category's slug. */
export function wordsInCategory({ q, category }: Search): { q?: string; category?: string } {
  return { ...words({ q }), ...(category !== undefined && { category: asTyped(category) }) };
}

/** Which topics of the forum, and in which order. The page knows which of them there are. */
export function topicsAsked({ filter, sort }: Search): { filter?: string; sort?: string } {
  return { ...(typeof filter === 'string' && { filter }), ...(typeof sort === 'string' && { sort }) };
}

/** What narrows a search of the forum: a category's slug, a username, the first and the last day. */
export interface ForumFilters {
  category?: string;
  author?: string;
  since?: string;
  until?: string;
}
export interface ForumSearch extends ForumFilters {
  q?: string;
}

export function forumSearch({ q, category, author, since, until }: Search): ForumSearch {
  return {
    ...wordsInCategory({ q, category }),
    ...(author !== undefined && { author: asTyped(author) }),
    ...(isDay(since) && { since }),
    ...(isDay(until) && { until }),
  };
}

/** As a date field and the server write it. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** The router reads a number or a truth value where somebody typed one as a word. */
const asTyped = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The outcome of a mailed link, from the server's redirect. */
export function statusOf(search: Search): { status?: string } {
  return typeof search['status'] === 'string' ? { status: search['status'] } : {};
}
