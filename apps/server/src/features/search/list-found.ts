import * as limits from '@mbari/contract/limits';
import type { photoShapes } from '@mbari/contract/shapes/photos';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import { idAfter, literalLimit, pageOf, sliceOf } from '../../http/lists.ts';
import type { Viewer } from '../../http/viewer.ts';
import { presentPhotos } from '../photos/present-photos.ts';
import {
  countOfCategory,
  countOfCategoryFollowed,
  countOfMember,
  findAmongNewest,
  findByWords,
  listByReading,
  listPlaceIds,
  type Page,
  type Place,
  resolve,
} from './queries.ts';

type Query = z.output<typeof photoShapes.listPhotos.query>;
type Answer = z.output<typeof photoShapes.listPhotos.answer>;

/**
 * The posts that a search, a category or a member's name leaves of a list, newest first. Nothing where none of them
 * narrows it: a search for no word at all finds what no search finds.
 */
export async function listFound(context: Context, viewer: Viewer, query: Query): Promise<Answer | undefined> {
  const { search = '', category = '', username = '', feed } = query;
  const asked = { search, category: category.normalize('NFC').trim(), username: username.trim().toLowerCase() };
  if (!asked.search && !asked.category && !asked.username) return undefined;

  const { cursor, offset, take } = sliceOf(query);
  const page: Page = { before: idAfter(cursor), offset, limit: literalLimit(take) };
  const nothing: Answer = { data: [], meta: pageOf([], query, 0, String).meta };
  // No name has this character, and no database takes it.
  if (`${asked.category}${asked.username}`.includes('\0')) return nothing;
  const { words, category_id, member_id } = await resolve(context.db, viewer.id, asked);
  if ((asked.category && category_id === null) || (asked.username && member_id === null)) return nothing;
  if (words === null && category_id === null && member_id === null) return undefined;

  const place: Place = { category: category_id, member: member_id, followed: feed === 'following' };
  const { ids, total } =
    words === null ? await readPlace(context.db, viewer.id, place, page) : await seek(context.db, viewer.id, place, words, page);
  const { shown, meta } = pageOf(ids, query, Math.min(total, words === null ? Infinity : limits.foundPhotos), (id) => id);
  return {
    data: await presentPhotos(context, viewer, shown),
    meta: words === null ? meta : { ...meta, total_is_capped: total > limits.foundPhotos },
  };
}

/** A page of ids, and how many there are on all pages. */
interface Listed {
  ids: string[];
  total: number;
}

async function readPlace(db: Statements, viewerId: string, place: Place, page: Page): Promise<Listed> {
  const [ids, total] = await Promise.all([listPlaceIds(db, viewerId, place, page), countPlace(db, viewerId, place)]);
  return { ids, total };
}

function countPlace(db: Statements, viewerId: string, place: Place): Promise<number> {
  if (place.member !== null || place.category === null) return countOfMember(db, viewerId, place);
  return (place.followed ? countOfCategoryFollowed : countOfCategory)(db, viewerId, place.category);
}

/** Further pages are counted from the first post on, as the first page is. */
async function seek(db: Statements, viewerId: string, place: Place, words: string, page: Page): Promise<Listed> {
  const first: Page = { before: idAfter(undefined), offset: 0, limit: 21 };
  if (page.before === first.before) return look(db, viewerId, place, words, page, true);
  const [{ ids }, { total }] = await Promise.all([
    look(db, viewerId, place, words, page, false),
    look(db, viewerId, place, words, first, true),
  ]);
  return { ids, total };
}

/**
 * Reads the newest posts first, then asks the index of words, and where even that finds too many to put in order, reads on.
 * All three answer in the same order, so that a list may go from one to the next. `isCounted`: the total is asked for, too.
 */
async function look(db: Statements, viewerId: string, place: Place, words: string, page: Page, isCounted: boolean): Promise<Listed> {
  const newest = await findAmongNewest(db, viewerId, place, words, page);
  const isFull = newest.ids.length === page.limit;
  if (newest.is_all || (isFull && (!isCounted || newest.count > limits.foundPhotos))) return { ids: newest.ids, total: newest.count };
  const all = await findByWords(db, viewerId, place, words, page);
  if (all.is_all) return { ids: all.ids, total: all.count };
  return { ids: isFull ? newest.ids : await listByReading(db, viewerId, place, words, page), total: all.count };
}
