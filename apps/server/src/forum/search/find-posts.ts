import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import { findAmongAll, findAmongNewest, findByPhoto, findByTitle, type FoundId, type Sought } from './queries.ts';

/** Number of matches among the newest posts from which on older posts are not searched. */
const common = 100;

/** Returns up to 200 matches, best first. */
export async function findPosts(db: Statements, viewerId: string, sought: Sought): Promise<string[]> {
  const hasWords = sought.words.lexemes.length > 0;
  const [titled, imaged, newest] = await Promise.all([
    hasWords ? findByTitle(db, viewerId, sought) : [],
    hasWords ? findByPhoto(db, viewerId, sought) : [],
    findAmongNewest(db, viewerId, sought, 'forum'),
  ]);
  // A query of exclusions only cannot use the index, so only the newest posts are searched.
  const others = newest.common < common && hasWords ? await findAmongAll(db, viewerId, sought) : await findInScope(db, viewerId, sought);
  return bestOf([...titled, ...imaged, ...newest.found, ...others]);
}

/** Searches the category's or member's newest posts, because few of the newest posts overall are theirs. */
async function findInScope(db: Statements, viewerId: string, sought: Sought): Promise<FoundId[]> {
  const scope = sought.authorId !== null ? 'author' : sought.categoryId !== null ? 'category' : undefined;
  return scope === undefined ? [] : (await findAmongNewest(db, viewerId, sought, scope)).found;
}

function bestOf(found: readonly FoundId[]): string[] {
  const ranks = new Map<string, number>();
  for (const { id, rank } of found) ranks.set(id, Math.max(rank, ranks.get(id) ?? 0));
  return [...ranks]
    .sort(([id, rank], [otherId, other]) => other - rank || (otherId > id ? 1 : -1))
    .slice(0, limits.forumSearchResults)
    .map(([id]) => id);
}
