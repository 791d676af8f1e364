import type * as calls from '@mbari/contract/moderation/cases';
import type { ModerationLogEntry } from '@mbari/contract/moderation/cases';
import type { Author } from '@mbari/contract/people/members';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { idAfter, literalLimit } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { type AuthorRow, viewAuthor } from '../../platform/member-views.ts';
import { listAuthors, listHistoryRows, listLogRows, type LogRow } from './queries.ts';

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

export function viewLogEntry(row: LogRow, members: ReadonlyMap<string, AuthorRow>): ModerationLogEntry {
  const viewAuthorById = (id: string | null): Author | null => {
    const member = id === null ? undefined : members.get(id);
    return member ? viewAuthor(member) : null;
  };
  return {
    id: row.id,
    action: row.action,
    actor: viewAuthorById(row.actor_id),
    member: viewAuthorById(row.member_id),
    reason: row.reason,
    rule: row.rule,
    note: row.note,
    details: row.details,
    target: viewTarget(row),
    address: addressOf(row),
    reports_count: row.reports_count,
    created_at: row.created_at.toISOString(),
  };
}

async function viewRows(db: Statements, rows: readonly LogRow[]): Promise<ModerationLogEntry[]> {
  const memberIds = rows.flatMap(({ actor_id, member_id }) => [actor_id, member_id]).filter((id) => id !== null);
  const members = new Map((await listAuthors(db, memberIds)).map((row) => [row.author_id, row]));
  return rows.map((row) => viewLogEntry(row, members));
}

const viewTarget = ({ details, target }: LogRow): ModerationLogEntry['target'] =>
  target && details && 'topic_id' in details ? { title: target.title, address: `/forum/t/${details.topic_id}/${target.slug}` } : null;

/** Returns null for removed content, which has no page. */
function addressOf(row: LogRow): string | null {
  if (/^(?:remove|delete)_/.test(row.action)) return null;
  if (row.comment_photo_id !== null) return `/post/${row.comment_photo_id}#comment-${row.comment_id}`;
  if (row.photo_id !== null) return `/post/${row.photo_id}`;
  if (row.series_id !== null) return `/series/${row.series_id}`;
  if (row.exhibition_id !== null) return `/exhibitions/${row.exhibition_id}`;
  if (row.challenge_id !== null) return `/challenges/${row.challenge_id}`;
  if (row.topic_id === null) return null;
  return `/forum/t/${row.topic_id}/${row.topic_slug}${row.post_number === null ? '' : `/${row.post_number}`}`;
}
