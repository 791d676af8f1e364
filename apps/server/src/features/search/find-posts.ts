import * as limits from '@mbari/contract/limits';
import type { Statements } from '../../db/database.ts';
import {
  countByReading,
  countByWords,
  countOfCategory,
  countOfCategoryFollowed,
  countOfMember,
  findAmongFollowed,
  findAmongNewest,
  findByWords,
  listByReading,
  listPlaceIds,
  type Page,
  type Place,
  type Words,
  wordsOf,
} from './queries.ts';

/** A page of ids, and how many there are on all pages. */
export interface Posts {
  ids: string[];
  total: number;
}

/** The posts of a place, newest first. */
export async function listPlace(db: Statements, viewerId: string | null, place: Place, page: Page): Promise<Posts> {
  const [ids, total] = await Promise.all([listPlaceIds(db, viewerId, place, page), countPlace(db, viewerId, place)]);
  return { ids, total };
}

function countPlace(db: Statements, viewerId: string | null, place: Place): Promise<number> {
  if (place.member !== null || place.category === null) return countOfMember(db, viewerId, place);
  return (place.followed ? countOfCategoryFollowed : countOfCategory)(db, viewerId, place.category);
}

/**
 * … those of them that have all the words. The newest are looked at first: what is common is found there at once, however many
 * posts have it. What is rare, the index of words gathers and puts in order. All else is found by reading on.
 * All answer in the same order, so that a list may go from one to the next. The total is counted unless it is known, and no
 * further than anybody counts.
 */
export async function findPosts(
  db: Statements,
  viewerId: string,
  place: Place,
  { words, known, page }: { words: string; known: number | undefined; page: Page },
): Promise<Posts> {
  const { ids, total } = await look(db, viewerId, place, { words: wordsOf(words), isCounted: known === undefined, page });
  return { ids, total: known ?? total };
}

async function look(
  db: Statements,
  viewerId: string,
  place: Place,
  { words, isCounted, page }: { words: Words; isCounted: boolean; page: Page },
): Promise<Posts> {
  if (place.followed) {
    const theirs = await findAmongFollowed(db, viewerId, place, words, page);
    if (theirs.is_all) return { ids: theirs.ids, total: theirs.count };
  }
  const newest = await findAmongNewest(db, viewerId, place, words, page);
  const isFull = newest.ids.length === page.limit;
  if (newest.is_all || (isFull && (!isCounted || isMany(newest.count)))) return { ids: newest.ids, total: newest.count };
  const isCommon = newest.count * 6 > limits.foundPhotos;
  if (!isFull && !isCommon) {
    const gathered = await findByWords(db, viewerId, place, words, page);
    if (gathered.is_all) return { ids: gathered.ids, total: gathered.count };
  }
  const [ids, total] = await Promise.all([
    isFull ? newest.ids : listByReading(db, viewerId, place, words, page),
    isCounted ? countOn(db, viewerId, place, { words, isCommon }) : 0,
  ]);
  return { ids, total };
}

/** What is common among the newest is soon counted by reading on; of what is not, the index of words knows. */
async function countOn(
  db: Statements,
  viewerId: string,
  place: Place,
  { words, isCommon }: { words: Words; isCommon: boolean },
): Promise<number> {
  const read = isCommon ? await countByReading(db, viewerId, place, words) : 0;
  return isMany(read) ? read : countByWords(db, viewerId, place, words);
}

/** More than anybody counts. */
const isMany = (count: number): boolean => count > limits.foundPhotos;
