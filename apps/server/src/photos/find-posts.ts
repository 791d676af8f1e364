import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../platform/db/database.ts';
import type { SearchQuery } from '../platform/search-query.ts';
import {
  countAtPlace,
  countByScanning,
  countByWords,
  countOfCategory,
  countOfCategoryFollowed,
  countOfMember,
  countTagged,
  type FilterScope,
  findAmongFollowed,
  findAmongNewest,
  findByWords,
  isCategory,
  listByScanning,
  listIdsAtPlace,
  listScopeIds,
  listTaggedIds,
  type Page,
  selectRareWords,
  type Words,
  wordsOf,
} from './search-queries.ts';

export interface Posts {
  ids: string[];
  total: number;
}

export async function listScope(
  db: Statements,
  viewerId: string | null,
  scope: FilterScope,
  page: Page,
  knownTotal?: number,
): Promise<Posts> {
  const [ids, total] = await Promise.all([listScopeIds(db, viewerId, scope, page), knownTotal ?? countScope(db, viewerId, scope)]);
  return { ids, total };
}

function countScope(db: Statements, viewerId: string | null, scope: FilterScope): Promise<number> {
  if (scope.member !== null || scope.category === null) return countOfMember(db, viewerId, scope);
  return (scope.followed ? countOfCategoryFollowed : countOfCategory)(db, viewerId, scope.category);
}

/**
 * Finds posts with all words. Scans the newest posts first, which suffices for common words. For rare words, reads the index of words and
 * sorts its matches. Otherwise scans until the page is full. All methods sort alike, so pages of one list may use different methods.
 */
export async function findPosts(
  db: Statements,
  viewerId: string,
  scope: FilterScope,
  { words, knownTotal, page }: { words: SearchQuery; knownTotal: number | undefined; page: Page },
): Promise<Posts> {
  const { ids, total } = await findMatches(db, viewerId, scope, { words: wordsOf(words), isCounted: knownTotal === undefined, page });
  return { ids, total: knownTotal ?? total };
}

export async function findTagged(
  db: Statements,
  viewerId: string,
  scope: FilterScope,
  { tag, words, knownTotal, page }: { tag: string; words: string | null; knownTotal: number | undefined; page: Page },
): Promise<Posts> {
  const [ids, total] = await Promise.all([
    listTaggedIds(db, viewerId, scope, { tag, words, page }),
    knownTotal ?? countTagged(db, viewerId, scope, { tag, words }),
  ]);
  return { ids, total };
}

export async function findAtPlace(
  db: Statements,
  viewerId: string,
  scope: FilterScope,
  { place, words, knownTotal, page }: { place: string; words: string | null; knownTotal: number | undefined; page: Page },
): Promise<Posts> {
  const [ids, total] = await Promise.all([
    listIdsAtPlace(db, viewerId, scope, { place, words, page }),
    knownTotal ?? countAtPlace(db, viewerId, scope, { place, words }),
  ]);
  return { ids, total };
}

async function findMatches(
  db: Statements,
  viewerId: string,
  scope: FilterScope,
  { words, isCounted, page }: { words: Words; isCounted: boolean; page: Page },
): Promise<Posts> {
  if (scope.followed) {
    const fromFollowed = await findAmongFollowed(db, viewerId, scope, words, page);
    if (fromFollowed.is_all) return { ids: fromFollowed.ids, total: fromFollowed.count };
  }
  const newest = await findAmongNewest(db, viewerId, scope, words, page);
  const isFull = newest.ids.length === page.limit;
  if (newest.is_all || (isFull && (!isCounted || isMany(newest.count)))) return { ids: newest.ids, total: newest.count };
  // A query that only excludes words cannot use the index, so only the newest posts are searched.
  if (words.longest === '') return { ids: newest.ids, total: newest.count };
  const isCommon = newest.count * 6 > limits.photoCount;
  const rareWords = await selectRareWords(db, scope, words);
  let least = newest.count;
  if (!isFull && !isCommon) {
    const byWords = await findByWords(db, viewerId, scope, rareWords, page);
    if (byWords.is_all) return { ids: byWords.ids, total: byWords.count };
    least = byWords.count;
  }
  const [ids, total] = await Promise.all([
    isFull ? newest.ids : listByScanning(db, viewerId, scope, words, page),
    isCounted && !isMany(least) ? countMatches(db, viewerId, scope, { words: rareWords, isCommon }) : least,
  ]);
  return { ids, total };
}

/** Counts matches: by a scan for words common among the newest posts, otherwise by an index of words. */
async function countMatches(
  db: Statements,
  viewerId: string,
  scope: FilterScope,
  { words, isCommon }: { words: Words; isCommon: boolean },
): Promise<number> {
  const read = isCommon && !isCategory(scope) ? await countByScanning(db, viewerId, scope, words) : 0;
  return isMany(read) ? read : countByWords(db, viewerId, scope, words);
}

const isMany = (count: number): boolean => count > limits.photoCount;
