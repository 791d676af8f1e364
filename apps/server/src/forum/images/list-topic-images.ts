import type { TopicImage } from '@mbari/contract/forum/images';
import type { Context } from '../../platform/context.ts';
import { badCursor, literalLimit } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { hasTopic, listTopicImageRows } from './queries.ts';
import { viewTopicImage } from './views.ts';

interface PageQuery {
  per_page: number;
  cursor?: string | undefined;
}

export async function listTopicImages(
  context: Context,
  viewer: Viewer,
  topicId: string,
  { per_page: perPage, cursor }: PageQuery,
): Promise<{ data: TopicImage[]; meta: { next_cursor: string | null } }> {
  const after = parseCursor(cursor);
  if (!isId(topicId) || !(await hasTopic(context.db, topicId))) throw notFound('topicNotFound');
  const rows = await listTopicImageRows(context.db, viewer.id, topicId, { after, limit: literalLimit(perPage + 1) });
  const page = rows.slice(0, perPage);
  const last = page.at(-1);
  return {
    data: page.map((row) => viewTopicImage(context, viewer, row)),
    meta: { next_cursor: last && rows.length > perPage ? `${last.number}_${last.position}` : null },
  };
}

function parseCursor(cursor: string | undefined): { number: number; position: number } {
  if (cursor === undefined) return { number: 0, position: 0 };
  const [, number, position] = /^([0-9]{1,9})_([0-9]{1,3})$/.exec(cursor) ?? [];
  if (number === undefined) throw badCursor();
  return { number: Number(number), position: Number(position) };
}
