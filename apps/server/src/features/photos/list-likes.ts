import * as sentences from '@mbari/contract/sentences';
import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { Author } from '@mbari/contract/shapes/members';
import type { Context } from '../../context.ts';
import { badCursor, literalLimit, pageOf, type Paging, sliceOf } from '../../http/lists.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { viewAuthor } from '../members/views.ts';
import { findLikes, listLikerRows } from './queries.ts';

/** Who likes a post, newest first. */
export async function listLikes(
  context: Context,
  viewer: Viewer,
  photoId: string,
  paging: Paging,
): Promise<{ data: Author[]; meta: ListMeta }> {
  const { cursor, offset, take } = sliceOf(paging);
  const after = likerAfter(cursor);
  const likes = isId(photoId) ? await findLikes(context.db, viewer.id, photoId) : undefined;
  if (!likes) throw notFound(sentences.photoNotFound);
  const total = likes.likes_count;
  const rows = offset >= total ? [] : await listLikerRows(context.db, viewer.id, photoId, { after, offset, limit: literalLimit(take) });
  const { shown, meta } = pageOf(rows, paging, total, (row) => row.cursor);
  return { data: shown.map(viewAuthor), meta };
}

/** Likes have no id of their own: the cursor is when, to the microsecond, and who. */
function likerAfter(cursor: string | undefined): { time: string; id: string } {
  if (cursor === undefined) return { time: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor);
  const [, year, month, day, hour, minute, second, fraction, id] = parts ?? [];
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`;
  if (id === undefined || !isTime(time)) throw badCursor();
  return { time, id };
}

/** A time that there is in the database's calendar, too: it has no year 0, and 30 February is no second of March. */
function isTime(time: string): boolean {
  const parsed = new Date(time);
  return !Number.isNaN(parsed.getTime()) && parsed.getUTCFullYear() > 0 && parsed.toISOString().startsWith(time.slice(0, 19));
}
