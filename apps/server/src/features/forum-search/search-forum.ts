import * as limits from '@mbari/contract/limits';
import type { FoundForumPost } from '@mbari/contract/shapes/forum-search';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { findAmongAll, findAmongNewest, findByTitle, findFilters, listFoundRows, type FoundId, type Sought } from './queries.ts';
import { viewFound } from './views.ts';

interface Asked {
  q: string;
  category?: string | undefined;
  author?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Enough of the newest fit: what is older is not looked for. */
const enough = 100;

/** Posts of the forum that have the words, or stand under a title that has them. */
export async function searchForum(context: Context, viewer: Viewer, asked: Asked): Promise<FoundForumPost[]> {
  await context.limits.spend('forum search by member', viewer.id);
  const sought = await readFilters(context, asked);
  if (sought === null) return [];
  const [titled, newest] = await Promise.all([findByTitle(context.db, viewer.id, sought), findAmongNewest(context.db, viewer.id, sought)]);
  const older = newest.length < enough ? await findAmongAll(context.db, viewer.id, sought) : [];
  const ids = bestOf([...titled, ...newest, ...older]);
  const rows = new Map((await listFoundRows(context.db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [viewFound(row, asked.q)] : [];
  });
}

/** Each once, by how well it fits. */
function bestOf(found: readonly FoundId[]): string[] {
  const ranks = new Map<string, number>();
  for (const { id, rank } of found) ranks.set(id, Math.max(rank, ranks.get(id) ?? 0));
  return [...ranks]
    .sort(([id, rank], [otherId, other]) => other - rank || (otherId > id ? 1 : -1))
    .slice(0, limits.foundForumPosts)
    .map(([id]) => id);
}

/** Null where nothing can be found: a filter names nothing, or no word was written. */
async function readFilters({ db }: Context, { q, category, author, since, until }: Asked): Promise<Sought | null> {
  if (!/[\p{L}\p{N}]/u.test(q)) return null;
  const filters = await findFilters(db, { category: category ?? null, author: author ?? null });
  if ((category !== undefined && filters.category_id === null) || (author !== undefined && filters.author_id === null)) return null;
  return {
    words: q,
    categoryId: filters.category_id,
    authorId: filters.author_id,
    since: since === undefined ? null : new Date(since),
    until: until === undefined ? null : new Date(Date.parse(until) + dayMs),
  };
}

const dayMs = 86_400_000;
