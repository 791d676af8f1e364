import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { endFollows } from '../follows/end-follows.ts';
import { lockBothMembers } from '../follows/lock-both-members.ts';
import { addBlock, removeBlock } from './queries.ts';

/** Hides both members from each other and ends their follows. Their comments and likes stay stored. */
export async function blockMember(context: Context, viewer: Viewer, memberId: string): Promise<void> {
  requireOther(viewer, memberId);
  await context.limits.spend('block by member', viewer.id);
  if (!isId(memberId)) throw notFound();
  await context.db.transaction(async (tx) => {
    // A concurrent follow is already stored and ends with the block, or comes too late.
    await lockBothMembers(tx, viewer.id, memberId);
    if ((await addBlock(tx, viewer.id, memberId)) === 0) throw notFound();
    await endFollows(tx, viewer.id, memberId);
    tx.hint('relation', viewer.id, memberId);
  });
}

export async function unblockMember(context: Context, viewer: Viewer, memberId: string): Promise<void> {
  requireOther(viewer, memberId);
  await context.limits.spend('block by member', viewer.id);
  if (isId(memberId) && (await removeBlock(context.db, viewer.id, memberId)) > 0) context.db.hint('relation', viewer.id, memberId);
}

export function requireOther(viewer: Viewer, memberId: string): void {
  if (memberId === viewer.id) throw new Refusal('cannot_block_self', 'cannotBlockSelf');
}
