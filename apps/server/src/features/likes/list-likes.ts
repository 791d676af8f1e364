import * as sentences from '@mbari/contract/sentences';
import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { Author } from '@mbari/contract/shapes/members';
import type { Context } from '../../context.ts';
import { literalLimit, pageOf, type Paging, placeInTime, sliceOf } from '../../http/lists.ts';
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
  const after = placeInTime(cursor);
  const likes = isId(photoId) ? await findLikes(context.db, viewer.id, photoId) : undefined;
  if (!likes) throw notFound(sentences.photoNotFound);
  const total = likes.likes_count;
  const rows = offset >= total ? [] : await listLikerRows(context.db, viewer.id, photoId, { after, offset, limit: literalLimit(take) });
  const { shown, meta } = pageOf(rows, paging, total, (row) => row.cursor);
  return { data: shown.map(viewAuthor), meta };
}
