import * as limits from '@mbari/contract/limits';
import type { Statements } from '../../db/database.ts';
import {
  countByWords,
  countOfCategory,
  countOfCategoryFollowed,
  countOfMember,
  findAmongFollowed,
  findAmongNewest,
  findByWords,
  type Found,
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
export async function listPlace(db: Statements, viewerId: string, place: Place, page: Page): Promise<Posts> {
  const [ids, total] = await Promise.all([listPlaceIds(db, viewerId, place, page), countPlace(db, viewerId, place)]);
  return { ids, total };
}

function countPlace(db: Statements, viewerId: string, place: Place): Promise<number> {
  if (place.member !== null || place.category === null) return countOfMember(db, viewerId, place);
  return (place.followed ? countOfCategoryFollowed : countOfCategory)(db, viewerId, place.category);
}

/**
 * … those of them that have all the words. The newest are looked at first: what is common is found there at once, however many
 * posts have it. What is not, the index of words gathers and puts in order; where even that is too much, the posts are read on.
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
  if (newest.is_all || (isFull && (!isCounted || isMany(newest)))) return { ids: newest.ids, total: newest.count };
  if (isFull) return { ids: newest.ids, total: await countByWords(db, viewerId, place, words) };
  const gathered = await findByWords(db, viewerId, place, words, page);
  if (gathered.is_all) return { ids: gathered.ids, total: gathered.count };
  const [ids, total] = await Promise.all([
    listByReading(db, viewerId, place, words, page),
    !isCounted || isMany(gathered) ? gathered.count : countByWords(db, viewerId, place, words),
  ]);
  return { ids, total };
}

const isMany = (found: Found): boolean => found.count > limits.foundPhotos;
