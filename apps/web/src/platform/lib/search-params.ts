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

export const words = (search: Search) => textsOf(search, 'q');

/** Returns no kind for the first results of every kind. */
export function wordsAndKind({ q, kind }: Search): { q?: string; kind?: 'members' | 'photos' | 'topics' } {
  return { ...words({ q }), ...((kind === 'members' || kind === 'photos' || kind === 'topics') && { kind }) };
}

export const newTopic = (search: Search) => textsOf(search, 'category', 'photo');

/** `to`: username of the receiver; `photo` or `topic`: what the message shares. */
export const newMessageAsked = (search: Search) => textsOf(search, 'to', 'photo', 'topic');

export const wordsInCategory = (search: Search) => textsOf(search, 'q', 'category');

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

export function forumSearch({ since, until, ...search }: Search): ForumSearch {
  return {
    ...textsOf(search, 'q', 'category', 'author'),
    ...(isDay(since) && { since }),
    ...(isDay(until) && { until }),
  };
}

/** Date in the format of date inputs and the server. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

const textsOf = <Name extends string>(search: Search, ...names: Name[]): Partial<Record<Name, string>> =>
  Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, asTyped(search[name])]]))) as Partial<
    Record<Name, string>
  >;

/** Restores text that the router parsed as a number or boolean. */
const asTyped = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function statusOf(search: Search): { status?: string } {
  return typeof search['status'] === 'string' ? { status: search['status'] } : {};
}
