import type { findConversation as call } from '@mbari/contract/messages/conversations';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { notFound } from '../../platform/refusal.ts';
import { findPair, listReceivers, type PairRow, type Receiver } from './queries.ts';

/** Finds the viewer's conversation with a member, and whether the viewer may write to them. */
export async function findConversation({ db }: Context, viewer: Viewer, memberId: string): Promise<AnswerOf<typeof call>['data']> {
  const [receiver] = isId(memberId) ? await listReceivers(db, viewer.id, [memberId]) : [];
  if (!receiver) throw notFound();
  const pair = await findPair(db, viewer.id, memberId);
  const isShown = pair?.own_state === 'active' || pair?.own_state === 'requested';
  return { user: viewAuthor(receiver), conversation_id: isShown ? pair.id : null, may_write: mayWrite(receiver, pair) };
}

/** Returns how a member may begin a conversation with the receiver. `request`: the receiver is asked first. */
export function mayBegin({ allow_direct_messages, direct_messages_from, follows_viewer }: Receiver): 'yes' | 'request' | 'no' {
  if (!allow_direct_messages) return 'no';
  if (follows_viewer) return 'yes';
  return direct_messages_from === 'following' ? 'no' : 'request';
}

/** A refused request looks like one that waits. */
function mayWrite(receiver: Receiver, pair: PairRow | undefined): 'yes' | 'request' | 'no' {
  if (!pair?.other_state) return mayBegin(receiver);
  return pair.other_state === 'requested' || pair.other_state === 'declined' ? 'request' : 'yes';
}
