import type { Message, searchMessages as call } from '@mbari/contract/messages/messages';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { searchQueryOf } from '../../platform/search-query.ts';
import { listMessageRows } from './queries.ts';
import { listFoundIds } from './search-queries.ts';
import { presentMessages } from './views.ts';

/** Searches the viewer's conversations, newest message first. */
export async function searchMessages(
  context: Context,
  viewer: Viewer,
  { q, conversation_id: conversationId, per_page: perPage, cursor }: z.output<typeof call.shape.query>,
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
