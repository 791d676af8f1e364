import { blockMember, muteMember, unblockMember, unmuteMember } from '@mbari/contract/blocks';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { without } from '~/lib/drop-cached.ts';
import { patchCached } from '~/lib/patch-cached.ts';
import { isFollowable } from './show-following.ts';

/** Neither sees the other any more: the member, and all that they made, leave every list that this browser holds. */
export async function block(client: QueryClient, id: string): Promise<void> {
  await call(blockMember, { params: { id } });
  leaveOut(client, (item) => isMember(item, id) || isMadeBy(item, id));
  // Their profile, which may be looked at still, is not asked for: the page leads elsewhere.
  client.removeQueries({ predicate: ({ state }) => isMember(state.data, id) });
  readAnew(client);
}

/** What they make leaves the lists; they themselves stay. Shown at once, read anew where the server refuses. */
export async function mute(client: QueryClient, id: string): Promise<void> {
  leaveOut(client, (item) => isMadeBy(item, id));
  showMuted(client, id, true);
  try {
    await call(muteMember, { params: { id } });
  } finally {
    readAnew(client);
  }
}

export async function unblock(client: QueryClient, id: string): Promise<void> {
  await call(unblockMember, { params: { id } });
  readAnew(client);
}

export async function unmute(client: QueryClient, id: string): Promise<void> {
  await call(unmuteMember, { params: { id } });
  showMuted(client, id, false);
  readAnew(client);
}

const leaveOut = (client: QueryClient, isGone: (item: unknown) => boolean): void =>
  void client.setQueriesData({}, (data: unknown) => without(data, isGone));

/**
 * Counts hold what no list shows: all that is looked at is asked for again now, the rest when it is looked at. A profile brings the
 * beginning of its gallery with it, but nothing of a single category.
 */
function readAnew(client: QueryClient): void {
  client.removeQueries({ queryKey: galleries, type: 'inactive' });
  void client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'photos' || queryKey[1] !== 'profile' || queryKey[3] !== '',
  });
}

const galleries = ['photos', 'profile'];

const showMuted = (client: QueryClient, id: string, muted: boolean): void =>
  patchCached(client, isFollowable, id, (member) =>
    member.viewer ? { ...member, viewer: { ...member.viewer, is_muted: muted } } : member,
  );

const isMember = (item: unknown, id: string): boolean =>
  typeof item === 'object' && item !== null && 'username' in item && 'id' in item && item.id === id;

/** A photo, a comment, a notification. */
const isMadeBy = (item: unknown, id: string): boolean =>
  typeof item === 'object' && item !== null && 'user' in item && isMember(item.user, id);
