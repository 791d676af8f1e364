import type { Scope } from '@mbari/contract/platform/endpoint';

const both: Scope[] = ['write:photos', 'write:social'];

/** Mastodon's scopes and the ones they give here. Any other is refused. Members post with `write:statuses`, so it never gives less than that. */
const granted: Readonly<Record<string, readonly Scope[]>> = {
  'read': ['read'],
  'profile': ['read'],
  // Push is not offered, but many apps ask for it in their only sign-in.
  'push': ['read'],
  'write': both,
  'follow': ['read', 'write:social'],
  ...Object.fromEntries(
    ['accounts', 'blocks', 'bookmarks', 'favourites', 'filters', 'follows', 'lists', 'mutes', 'notifications', 'search', 'statuses'].map(
      (name) => [`read:${name}`, ['read']],
    ),
  ),
  ...Object.fromEntries(['bookmarks', 'favourites', 'media', 'statuses'].map((name) => [`write:${name}`, ['write:photos']])),
  ...Object.fromEntries(['accounts', 'blocks', 'follows', 'mutes', 'notifications'].map((name) => [`write:${name}`, ['write:social']])),
};

export const scopeNames: readonly string[] = Object.keys(granted);

/** Parses a list of Mastodon's scopes, separated by spaces. Null if one gives nothing here. */
export function parseScopes(text: string): string[] | null {
  const names = [...new Set(text.split(/[\s+]+/).filter((name) => name !== ''))];
  return names.length > 0 && names.length <= 50 && names.every((name) => Object.hasOwn(granted, name)) ? names : null;
}

export const scopesFor = (names: readonly string[]): Scope[] => [...new Set(names.flatMap((name) => granted[name] ?? []))];

/** Returns true if `asked` is within `registered`. `write` includes `write:media`. */
export const isWithin = (asked: readonly string[], registered: readonly string[]): boolean =>
  asked.every((name) => registered.includes(name) || registered.includes(name.split(':', 1)[0]!));
