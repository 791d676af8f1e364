import { blockMember, muteMember, unblockMember, unmuteMember } from '@mbari/contract/people/blocks';
import type { QueryClient } from '@tanstack/react-query';
import { memberBlocked, memberMuted, memberUnmuted, visibilityChanged } from '~/platform/lib/cache-events/blocks.ts';
import { call } from '~/platform/lib/call.ts';
import { asOnePress } from '~/platform/lib/use-toggle.ts';

export async function block(client: QueryClient, id: string): Promise<void> {
  // A block ends follows. The follow event causes a refetch, which `asOnePress` delays until the member is hidden.
  await asOnePress(`block ${id}`, async () => {
    await call(blockMember, { params: { id } });
    memberBlocked(client, id);
  });
}

/** Mutes optimistically. Refetches the lists afterwards, even if the server refuses. */
export async function mute(client: QueryClient, id: string): Promise<void> {
  memberMuted(client, id);
  try {
    await call(muteMember, { params: { id } });
  } finally {
    visibilityChanged(client);
  }
}

export async function unblock(client: QueryClient, id: string): Promise<void> {
  await call(unblockMember, { params: { id } });
  visibilityChanged(client);
}

export async function unmute(client: QueryClient, id: string): Promise<void> {
  await call(unmuteMember, { params: { id } });
  memberUnmuted(client, id);
}
