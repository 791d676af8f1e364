import type { applicationShapes } from '@mbari/contract/shapes/applications';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { badCursor, literalLimit } from '../../platform/http/lists.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/members/views.ts';
import { countOpenApplications, listOpenApplications } from './application-queries.ts';

type Shape = typeof applicationShapes.listApplications;

const first = '00000000-0000-0000-0000-000000000000';

export async function listApplications({ db }: Context, { per_page, cursor }: z.output<Shape['query']>): Promise<z.input<Shape['answer']>> {
  if (cursor !== undefined && !isId(cursor)) throw badCursor();
  const [rows, counted] = await Promise.all([
    listOpenApplications(db, cursor ?? first, literalLimit(per_page + 1)),
    countOpenApplications(db),
  ]);
  const shown = rows.slice(0, per_page);
  return {
    data: shown.map((row) => ({
      id: row.author_id,
      member: viewAuthor(row),
      country_code: row.country,
      asked_at: row.asked_at.toISOString(),
      question: row.question,
      answer: row.answer,
    })),
    meta: { per_page, next_cursor: rows.length > per_page ? shown.at(-1)!.author_id : null, open_count: counted?.count ?? 0 },
  };
}
