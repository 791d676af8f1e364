import type { BlockedOrMuted } from '@mbari/contract/shapes/blocks';
import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { Context } from '../../platform/context.ts';
import { literalLimit, pageOf, type Paging, positionInTime, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/members/views.ts';
import { countBlocks, countMutes, listBlockRows, listMuteRows } from './queries.ts';

const reads = { blocks: [listBlockRows, countBlocks], mutes: [listMuteRows, countMutes] } as const;

/** Lists members the viewer blocked or muted, newest first. Closed accounts are left out. */
export async function listBlockedOrMuted(
  { db }: Context,
  viewer: Viewer,
  which: keyof typeof reads,
  paging: Paging,
): Promise<{ data: BlockedOrMuted[]; meta: ListMeta }> {
  const { cursor, offset, take } = sliceOf(paging);
  const after = positionInTime(cursor);
  const [list, count] = reads[which];
  const total = await count(db, viewer.id);
  const rows = offset >= total ? [] : await list(db, viewer.id, { after, offset, limit: literalLimit(take) });
  const { shown, meta } = pageOf(rows, paging, total, (row) => row.cursor);
  return { data: shown.map((row) => ({ ...viewAuthor(row), since: row.since.toISOString() })), meta };
}
