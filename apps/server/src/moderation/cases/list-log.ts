import type * as calls from '@mbari/contract/moderation/cases';
import type { ModerationLogEntry } from '@mbari/contract/moderation/cases';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { idAfter, literalLimit } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { listHistoryRows, listLogRows, listAuthors, type LogRow } from './log-queries.ts';
import { viewLogEntry } from './log-views.ts';

type Shape = typeof calls.listModerationLog.shape;

export async function listLog(
  { db }: Context,
  viewer: Viewer,
  { per_page, cursor, action, actor }: z.output<Shape['query']>,
): Promise<z.input<Shape['answer']>> {
  const before = idAfter(cursor);
  const meta = { per_page, next_cursor: null };
  if (actor !== undefined && !isId(actor)) return { data: [], meta };
  const filter = { before, action: action ?? null, actorId: actor ?? null, limit: literalLimit(per_page + 1) };
  const rows = await listLogRows(db, viewer.id, filter);
  const page = rows.slice(0, per_page);
  return {
    data: await viewRows(db, page),
    meta: { per_page, next_cursor: rows.length > per_page ? (page.at(-1)?.id ?? null) : null },
  };
}

export const listHistory = async (db: Statements, viewerId: string, memberId: string): Promise<ModerationLogEntry[]> =>
  viewRows(db, await listHistoryRows(db, viewerId, memberId));

async function viewRows(db: Statements, rows: readonly LogRow[]): Promise<ModerationLogEntry[]> {
  const memberIds = rows.flatMap(({ actor_id, member_id }) => [actor_id, member_id]).filter((id) => id !== null);
  const members = new Map((await listAuthors(db, memberIds)).map((row) => [row.author_id, row]));
  return rows.map((row) => viewLogEntry(row, members));
}
