/* Query parameters that each screen keeps. */

type Search = Record<string, unknown>;

export function anyTab({ tab }: Search): { tab?: string } {
  return typeof tab === 'string' ? { tab } : {};
}

/** Returns no tab for the latest posts. */
export function feedTab({ tab }: Search): { tab?: 'trending' | 'following' } {
  return tab === 'trending' || tab === 'following' ? { tab } : {};
}

/** `as`: viewer role of the profile preview. */
export function inGallery({ tab, category, as }: Search): { tab?: 'series'; category?: string; as?: 'visitor' | 'member' | 'follower' } {
  return {
    ...(tab === 'series' && { tab }),
    ...(category !== undefined && { category: asTyped(category) }),
    ...((as === 'visitor' || as === 'member' || as === 'follower') && { as }),
  };
}

export function logAsked({ action, actor }: Search): { action?: string; actor?: string } {
  return { ...(typeof action === 'string' && { action }), ...(typeof actor === 'string' && { actor }) };
}

export function accountsAsked({ q, role, state }: Search): { q?: string; role?: string; state?: string } {
  return { ...words({ q }), ...(typeof role === 'string' && { role }), ...(typeof state === 'string' && { state }) };
}

export function words({ q }: Search): { q?: string } {
  return q === undefined ? {} : { q: asTyped(q) };
}

/** Returns no kind for the first results of every kind. */
export function wordsAndKind({ q, kind }: Search): { q?: string; kind?: 'members' | 'photos' | 'topics' } {
  return { ...words({ q }), ...((kind === 'members' || kind === 'photos' || kind === 'topics') && { kind }) };
}

export function newTopic({ category, photo }: Search): { category?: string; photo?: string } {
  return { ...(category !== undefined && { category: asTyped(category) }), ...(photo !== undefined && { photo: asTyped(photo) }) };
}

/** `to`: username of the receiver; `photo` or `topic`: what the message shares. */
export function newMessageAsked({ to, photo, topic }: Search): { to?: string; photo?: string; topic?: string } {
  return {
    ...(to !== undefined && { to: asTyped(to) }),
    ...(photo !== undefined && { photo: asTyped(photo) }),
    ...(topic !== undefined && { topic: asTyped(topic) }),
  };
}

export function wordsInCategory({ q, category }: Search): { q?: string; category?: string } {
  return { ...words({ q }), ...(category !== undefined && { category: asTyped(category) }) };
}

export function topicsAsked({ filter, sort }: Search): { filter?: string; sort?: string } {
  return { ...(typeof filter === 'string' && { filter }), ...(typeof sort === 'string' && { sort }) };
}

/** `at`: number of a message. */
export function messageAsked({ at }: Search): { at?: number } {
  return typeof at === 'number' ? { at } : {};
}

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

/** Date in the format of date inputs and the server. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** Restores text that the router parsed as a number or boolean. */
const asTyped = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function statusOf(search: Search): { status?: string } {
  return typeof search['status'] === 'string' ? { status: search['status'] } : {};
}
