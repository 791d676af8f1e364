import type { Conversation, listConversations as call } from '@mbari/contract/messages/conversations';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { literalLimit, positionInTime } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { presentConversations } from './present-conversations.ts';
import { type ConversationRow, listPinnedRows, listRequestRows, listUnpinnedRows, listUnreadRows } from './queries.ts';

type PageQuery = z.output<typeof call.shape.query>;

/** Marks cursors among the pinned conversations. */
const pinnedCursor = 'p';

/** Lists a page of conversations by the time of their newest message. The inbox begins with the pinned ones. */
export async function listConversations(
  context: Context,
  viewer: Viewer,
  query: PageQuery,
): Promise<{ data: Conversation[]; meta: { next_cursor: string | null } }> {
  const rows = await listRows(context.db, viewer.id, query);
  const page = rows.slice(0, query.per_page);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    data: await presentConversations(context, viewer, page),
    meta: { next_cursor: last ? `${query.list === 'inbox' && last.is_pinned ? pinnedCursor : ''}${last.cursor}` : null },
  };
}

async function listRows(db: Statements, viewerId: string, { list, cursor, per_page: perPage }: PageQuery): Promise<ConversationRow[]> {
  const limit = literalLimit(perPage + 1);
  if (list === 'unread') return listUnreadRows(db, viewerId, { after: positionInTime(cursor), limit });
  if (list === 'requests') return listRequestRows(db, viewerId, { after: positionInTime(cursor), limit });
  if (cursor !== undefined && !cursor.startsWith(pinnedCursor))
    return listUnpinnedRows(db, viewerId, { after: positionInTime(cursor), limit });
  const [pinned, others] = await Promise.all([
    listPinnedRows(db, viewerId, positionInTime(cursor?.slice(pinnedCursor.length))),
    listUnpinnedRows(db, viewerId, { after: positionInTime(undefined), limit }),
  ]);
  return [...pinned, ...others];
}
