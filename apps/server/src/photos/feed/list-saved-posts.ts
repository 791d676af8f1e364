import type { feedShapes } from '@mbari/contract/shapes/feed';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { literalLimit, positionInTime, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Candidates } from './list-posts.ts';
import { listSavedRows } from './queries.ts';

type Query = z.output<typeof feedShapes.listSavedPosts.query>;

export async function findSaved({ db }: Context, viewer: Viewer, query: Query): Promise<Candidates> {
  const { cursor, take } = sliceOf(query);
  const { per_page } = query;
  const rows = await listSavedRows(db, viewer.id, { after: positionInTime(cursor), limit: literalLimit(take) });
  const shown = rows.slice(0, per_page);
  const meta = { per_page, next_cursor: rows.length > per_page ? (shown.at(-1)?.cursor ?? null) : null };
  return { ids: shown.map((row) => row.photo_id), meta };
}
