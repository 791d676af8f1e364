import type * as calls from '@mbari/contract/moderation/appeals';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { badCursor, idAfter, literalLimit } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { lowestId, isId } from '../platform/ids.ts';
import { listOpenAppeals, listResolvedAppeals } from './appeal-queries.ts';
import { viewAppeal } from './appeal-views.ts';
import { listAuthors } from './cases/log-queries.ts';

type Shape = typeof calls.listAppeals.shape;

/** Lists open appeals that the viewer may resolve, oldest first, or resolved appeals, newest first. */
export async function listAppeals(
  { db }: Context,
  viewer: Viewer,
  { state, per_page, cursor }: z.output<Shape['query']>,
): Promise<z.input<Shape['answer']>> {
  if (cursor !== undefined && !isId(cursor)) throw badCursor();
  const limit = literalLimit(per_page + 1);
  const rows =
    state === 'open'
      ? await listOpenAppeals(db, viewer.id, cursor ?? lowestId, limit)
      : await listResolvedAppeals(db, viewer.id, idAfter(cursor), limit);
  const page = rows.slice(0, per_page);
  const memberIds = page
    .flatMap(({ member_id, actor_id, appeal }) => [member_id, actor_id, appeal.resolver_id])
    .filter((id) => id !== null);
  const people = new Map((await listAuthors(db, memberIds)).map((row) => [row.author_id, row]));
  const last = rows.length > per_page ? page.at(-1) : undefined;
  return {
    data: page.map((row) => viewAppeal(row, people)),
    meta: { per_page, next_cursor: (state === 'open' ? last?.id : last?.resolution_id) ?? null },
  };
}
