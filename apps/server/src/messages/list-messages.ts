import type { listMessages as listCall, Message, searchMessages as searchCall } from '@mbari/contract/messages/messages';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { idAfter, literalLimit } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { notFound } from '../platform/refusal.ts';
import { searchQueryOf } from '../platform/search-query.ts';
import { findOpened, type OpenedConversation } from './conversation-queries.ts';
import { listFoundIds, listMessageRows, listSlice, type MessageRow } from './message-queries.ts';
import { presentMessages } from './present-messages.ts';

type PageQuery = z.output<typeof listCall.shape.query>;

interface Page {
  rows: MessageRow[];
  version: number;
  has_older: boolean;
  has_newer: boolean;
}

export async function listMessages(
  context: Context,
  viewer: Viewer,
  conversationId: string,
  query: PageQuery,
): Promise<{ data: Message[]; meta: Omit<Page, 'rows'> & { first_unread: number | null } }> {
  // Reads the version before the messages: a message that arrives in between has a newer version and is fetched again.
  const opened = isId(conversationId) ? await findOpened(context.db, viewer.id, conversationId) : undefined;
  if (!opened) throw notFound('conversationNotFound');
  const { rows, ...meta } = await readPage(context, viewer, conversationId, query, opened);
  return { data: await presentMessages(context, viewer, rows), meta: { ...meta, first_unread: opened.first_unread } };
}

async function readPage(
  { db }: Context,
  viewer: Viewer,
  conversationId: string,
  { before, after, around, since, per_page: perPage }: PageQuery,
  { first_unread: firstUnread, version }: OpenedConversation,
): Promise<Page> {
  const slice = { conversationId, limit: literalLimit(perPage + 1) };
  if (since !== undefined) {
    const found = await listSlice(db, viewer.id, slice, ['changedSince', since]);
    const rows = found.slice(0, perPage);
    const isCut = found.length > perPage;
    return { rows, version: isCut ? rows.at(-1)!.version : version, has_older: true, has_newer: isCut };
  }
  if (after !== undefined) {
    const found = await listSlice(db, viewer.id, slice, ['from', after + 1]);
    return { rows: found.slice(0, perPage), version, has_older: true, has_newer: found.length > perPage };
  }
  const middle = around ?? (before === undefined ? firstUnread : null);
  if (middle === null) {
    const found = await listSlice(db, viewer.id, slice, ['before', before ?? afterEvery]);
    return { rows: found.slice(0, perPage).reverse(), version, has_older: found.length > perPage, has_newer: before !== undefined };
  }
  const half = Math.ceil(perPage / 2);
  const [older, newer] = await Promise.all([
    listSlice(db, viewer.id, slice, ['before', middle]),
    listSlice(db, viewer.id, slice, ['from', middle]),
  ]);
  const below = older.slice(0, Math.max(perPage - half, perPage - newer.length));
  const from = newer.slice(0, perPage - below.length);
  return { rows: [...below.reverse(), ...from], version, has_older: older.length > below.length, has_newer: newer.length > from.length };
}

/** Largest `integer`. */
const afterEvery = 2_147_483_647;

/** Searches the viewer's conversations, newest message first. */
export async function searchMessages(
  context: Context,
  viewer: Viewer,
  { q, conversation_id: conversationId, per_page: perPage, cursor }: z.output<typeof searchCall.shape.query>,
): Promise<{ data: Message[]; meta: { next_cursor: string | null } }> {
  const before = idAfter(cursor);
  await context.limits.spend('search by member', viewer.id);
  const words = searchQueryOf(q);
  if (words === null || (conversationId !== undefined && !isId(conversationId))) return { data: [], meta: { next_cursor: null } };
  const found = await listFoundIds(context.db, viewer.id, {
    words: words.all,
    conversationId: conversationId ?? null,
    before,
    limit: literalLimit(perPage + 1),
  });
  const page = found.slice(0, perPage);
  const rows = new Map((await listMessageRows(context.db, viewer.id, page)).map((row) => [row.id, row]));
  return {
    data: await presentMessages(
      context,
      viewer,
      page.flatMap((id) => rows.get(id) ?? []),
    ),
    meta: { next_cursor: found.length > perPage ? page.at(-1)! : null },
  };
}
