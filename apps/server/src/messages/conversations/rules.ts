import type { Receiver } from './queries.ts';

/** Returns how a member may begin a conversation with the receiver. `request`: the receiver is asked first. */
export function mayBegin({ allow_direct_messages, direct_messages_from, follows_viewer }: Receiver): 'yes' | 'request' | 'no' {
  if (!allow_direct_messages) return 'no';
  if (follows_viewer) return 'yes';
  return direct_messages_from === 'following' ? 'no' : 'request';
}
