import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { Author } from '@mbari/contract/shapes/members';
import type { Context } from '../../platform/context.ts';
import { literalLimit, pageOf, type Paging, positionInTime, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/members/views.ts';
import { subjectNotFound } from './like-subject.ts';
import { findLikes, type LikeSubject, listLikerRows } from './queries.ts';

export async function listLikes(
  { db }: Context,
  viewer: Viewer,
  subject: LikeSubject,
  id: string,
  paging: Paging,
): Promise<{ data: Author[]; meta: ListMeta }> {
  const { cursor, offset, take } = sliceOf(paging);
  const after = positionInTime(cursor);
  const likes = isId(id) ? await findLikes(db, subject, viewer.id, id) : undefined;
  if (!likes) throw subjectNotFound(subject);
  const total = likes.likes_count;
  const rows = offset >= total ? [] : await listLikerRows(db, subject, viewer.id, id, { after, offset, limit: literalLimit(take) });
  const { shown, meta } = pageOf(rows, paging, total, (row) => row.cursor);
  return { data: shown.map(viewAuthor), meta };
}
