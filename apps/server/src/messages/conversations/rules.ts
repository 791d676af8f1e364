import type { Receiver } from './queries.ts';

/** Whether a member may write to the receiver first: `request` asks the receiver before. */
export function mayBegin({ allow_direct_messages, direct_messages_from, follows_viewer }: Receiver): 'yes' | 'request' | 'no' {
  if (!allow_direct_messages) return 'no';
  if (follows_viewer) return 'yes';
  return direct_messages_from === 'following' ? 'no' : 'request';
}
