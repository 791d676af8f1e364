import type { QueryClient } from '@tanstack/react-query';
import { without } from '~/platform/lib/drop-cached.ts';
import { clearOfflineResponses } from '~/platform/lib/offline-responses.ts';
import { patchCached, rewriteCached } from '~/platform/lib/query-cache.ts';
import { galleryKey } from '~/platform/lib/query-keys.ts';

export function memberBlocked(client: QueryClient, id: string): void {
  leaveOut(client, (item) => isMember(item, id) || isMadeBy(item, id));
  // Removes the profile without a refetch, because the viewer leaves it.
  client.removeQueries({ predicate: ({ state }) => isMember(state.data, id) });
  visibilityChanged(client);
}

/** Removes the muted member's content from lists; the member stays. Optimistic: call `visibilityChanged` after the server's answer. */
export function memberMuted(client: QueryClient, id: string): void {
  leaveOut(client, (item) => isMadeBy(item, id));
  showMuted(client, id, true);
}

export function memberUnmuted(client: QueryClient, id: string): void {
  showMuted(client, id, false);
  visibilityChanged(client);
}

/**
 * Refetches active queries now and the others when next shown, because the cached counts are outdated.
 * Skips the gallery of all categories, because the profile response contains its first page.
 */
export function visibilityChanged(client: QueryClient): void {
  client.removeQueries({ queryKey: galleryKey({}), type: 'inactive' });
  const brought = new Set(client.getQueryCache().findAll({ queryKey: galleryKey({ category: '' }) }));
  void client.invalidateQueries({ predicate: (query) => !brought.has(query) });
}

function leaveOut(client: QueryClient, isGone: (item: unknown) => boolean): void {
  clearOfflineResponses();
  rewriteCached(client, {}, (data) => without(data, isGone));
}

interface Mutable {
  id: string;
  viewer?: { is_muted?: boolean };
}

const isMutable = (value: object): value is Mutable => 'is_following' in value && 'username' in value;

const showMuted = (client: QueryClient, id: string, muted: boolean): void =>
  patchCached(client, isMutable, id, (member) => (member.viewer ? { ...member, viewer: { ...member.viewer, is_muted: muted } } : member));

const isMember = (item: unknown, id: string): boolean =>
  typeof item === 'object' && item !== null && 'username' in item && 'id' in item && item.id === id;

const isMadeBy = (item: unknown, id: string): boolean =>
  typeof item === 'object' && item !== null && 'user' in item && isMember(item.user, id);
