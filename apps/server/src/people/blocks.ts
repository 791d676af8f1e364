import type { BlockedOrMuted } from '@mbari/contract/people/blocks';
import type { ListMeta } from '@mbari/contract/platform/fields';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { literalLimit, pageOf, type Paging, positionInTime, sliceOf } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { viewAuthor } from '../platform/member-views.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import {
  countBlocks,
  countMutes,
  deleteBlock,
  deleteBlocksOf,
  deleteMute,
  deleteMutesOf,
  insertBlock,
  insertMute,
  listBlockRows,
  listMuteRows,
} from './block-queries.ts';
import { endFollowsBetween, lockBothMembers } from './follows/follow-member.ts';

/** Hides both members from each other and ends their follows. Their comments and likes stay stored. */
export async function blockMember(context: Context, viewer: Viewer, memberId: string): Promise<void> {
  requireOther(viewer, memberId);
  await context.limits.spend('block by member', viewer.id);
  if (!isId(memberId)) throw notFound();
  await context.db.transaction(async (tx) => {
    // A concurrent follow is stored before the block and ends with it, or is refused after it.
    await lockBothMembers(tx, viewer.id, memberId);
    if ((await insertBlock(tx, viewer.id, memberId)) === 0) throw notFound();
    await endFollowsBetween(tx, viewer.id, memberId);
    tx.hint('relation', viewer.id, memberId);
  });
}

export async function unblockMember(context: Context, viewer: Viewer, memberId: string): Promise<void> {
  requireOther(viewer, memberId);
  await context.limits.spend('block by member', viewer.id);
  if (isId(memberId) && (await deleteBlock(context.db, viewer.id, memberId)) > 0) context.db.hint('relation', viewer.id, memberId);
}

function requireOther(viewer: Viewer, memberId: string): void {
  if (memberId === viewer.id) throw new Refusal('cannot_block_self', 'cannotBlockSelf');
}

/** Hides a member from the viewer's lists. The muted member is not notified and notices nothing. */
export async function muteMember(context: Context, viewer: Viewer, memberId: string): Promise<void> {
  requireOther(viewer, memberId);
  await context.limits.spend('block by member', viewer.id);
  if (!isId(memberId) || (await insertMute(context.db, viewer.id, memberId)) === 0) throw notFound();
  context.db.hint('relation', viewer.id, memberId);
}

export async function unmuteMember(context: Context, viewer: Viewer, memberId: string): Promise<void> {
  requireOther(viewer, memberId);
  await context.limits.spend('block by member', viewer.id);
  if (isId(memberId) && (await deleteMute(context.db, viewer.id, memberId)) > 0) context.db.hint('relation', viewer.id, memberId);
}

const listQueries = { blocks: [listBlockRows, countBlocks], mutes: [listMuteRows, countMutes] } as const;

/** Lists members the viewer blocked or muted, newest first. Closed accounts are left out. */
export async function listBlockedOrMuted(
  { db }: Context,
  viewer: Viewer,
  relation: keyof typeof listQueries,
  paging: Paging,
): Promise<{ data: BlockedOrMuted[]; meta: ListMeta }> {
  const { cursor, offset, take } = sliceOf(paging);
  const after = positionInTime(cursor);
  const [list, count] = listQueries[relation];
  const total = await count(db, viewer.id);
  const rows = offset >= total ? [] : await list(db, viewer.id, { after, offset, limit: literalLimit(take) });
  const { shown, meta } = pageOf(rows, paging, total, (row) => row.cursor);
  return { data: shown.map((row) => ({ ...viewAuthor(row), since: row.since.toISOString() })), meta };
}

/** Deletes a batch of a closed account's blocks and mutes, in both directions. Returns their number. */
export const eraseBlocks = async (db: Statements, memberId: string): Promise<number> =>
  (await deleteBlocksOf(db, memberId)) + (await deleteMutesOf(db, memberId));
