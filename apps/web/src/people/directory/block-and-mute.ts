import { blockMember, muteMember, unblockMember, unmuteMember } from '@mbari/contract/people/blocks';
import type { QueryClient } from '@tanstack/react-query';
import { memberBlocked, memberMuted, memberUnmuted, visibilityChanged } from '~/platform/lib/cache-events/blocks.ts';
import { call } from '~/platform/lib/call.ts';
import { asOnePress } from '~/platform/lib/use-toggle.ts';

export async function block(client: QueryClient, id: string): Promise<void> {
  // A block ends follows, whose event causes a refetch. `asOnePress` delays the refetch until the member is hidden.
  await asOnePress(`block ${id}`, async () => {
    await call(blockMember, { params: { id } });
    memberBlocked(client, id);
  });
}

/** Optimistic update. Refetches the lists after the answer, also after a refusal. */
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
