import type { QueryClient } from '@tanstack/react-query';
import { forgetKept } from '~/platform/lib/answers.ts';
import { without } from '~/platform/lib/drop-cached.ts';
import { patchCached } from '~/platform/lib/patch-cached.ts';
import { galleryKey } from '~/platform/lib/query-keys.ts';
import { rewriteCached } from '~/platform/lib/rewrite-cached.ts';

/** Neither sees the other any more: the member and all they made leave every cached list. */
export function memberBlocked(client: QueryClient, id: string): void {
  leaveOut(client, (item) => isMember(item, id) || isMadeBy(item, id));
  // Their profile, which may be looked at still, is not asked for: the page leads elsewhere.
  client.removeQueries({ predicate: ({ state }) => isMember(state.data, id) });
  visibilityChanged(client);
}

/** What they make leaves the lists; they themselves stay. Shown before the server has said so: `visibilityChanged` follows its answer. */
export function memberMuted(client: QueryClient, id: string): void {
  leaveOut(client, (item) => isMadeBy(item, id));
  showMuted(client, id, true);
}

export function memberUnmuted(client: QueryClient, id: string): void {
  showMuted(client, id, false);
  visibilityChanged(client);
}

/**
 * The viewer sees other members now. Counts include what lists do not show, so everything in view is refetched at once and the rest
 * when it is next shown. A profile brings the first page of its gallery, but nothing of a single category.
 */
export function visibilityChanged(client: QueryClient): void {
  client.removeQueries({ queryKey: galleryKey({}), type: 'inactive' });
  const brought = new Set(client.getQueryCache().findAll({ queryKey: galleryKey({ category: '' }) }));
  void client.invalidateQueries({ predicate: (query) => !brought.has(query) });
}

function leaveOut(client: QueryClient, isGone: (item: unknown) => boolean): void {
  forgetKept();
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

/** A photo, a comment, a notification. */
const isMadeBy = (item: unknown, id: string): boolean =>
  typeof item === 'object' && item !== null && 'user' in item && isMember(item.user, id);
