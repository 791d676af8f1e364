import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../platform/db/database.ts';
import { listAllMatches, listNewestMatches, listPhotoMatches, listTitleMatches, type RankedId, type PostSearch } from './search-queries.ts';

/** Number of matches among the newest posts that makes a search of all posts unnecessary. */
const enoughMatches = 100;

/** Returns up to 200 matches, best first. */
export async function listBestMatches(db: Statements, viewerId: string, search: PostSearch): Promise<string[]> {
  const hasWords = search.words.lexemes.length > 0;
  const [titleMatches, photoMatches, newest] = await Promise.all([
    hasWords ? listTitleMatches(db, viewerId, search) : [],
    hasWords ? listPhotoMatches(db, viewerId, search) : [],
    listNewestMatches(db, viewerId, search, 'forum'),
  ]);
  // A query that only excludes words cannot use the index, so only the newest posts are searched.
  const otherMatches =
    newest.commonCount < enoughMatches && hasWords
      ? await listAllMatches(db, viewerId, search)
      : await listMatchesInScope(db, viewerId, search);
  return bestOf([...titleMatches, ...photoMatches, ...newest.matches, ...otherMatches]);
}

/** Searches the category's or member's newest posts, because few of the newest posts overall are theirs. */
async function listMatchesInScope(db: Statements, viewerId: string, search: PostSearch): Promise<RankedId[]> {
  const scope = search.authorId !== null ? 'author' : search.categoryId !== null ? 'category' : undefined;
  return scope === undefined ? [] : (await listNewestMatches(db, viewerId, search, scope)).matches;
}

function bestOf(matches: readonly RankedId[]): string[] {
  const ranks = new Map<string, number>();
  for (const { id, rank } of matches) ranks.set(id, Math.max(rank, ranks.get(id) ?? 0));
  return [...ranks]
    .sort(([id, rank], [otherId, other]) => other - rank || (otherId > id ? 1 : -1))
    .slice(0, limits.forumSearchResults)
    .map(([id]) => id);
}
