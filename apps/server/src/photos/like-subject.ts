import type { Author } from '@mbari/contract/people/members';
import type { ListMeta } from '@mbari/contract/platform/fields';
import { notify, withdrawLikeNotification } from '../notifications/notify.ts';
import type { Context } from '../platform/context.ts';
import { inBatches } from '../platform/db/batch.ts';
import type { Statements } from '../platform/db/database.ts';
import { literalLimit, pageOf, type Paging, positionInTime, sliceOf } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { viewAuthor } from '../platform/member-views.ts';
import { type Because, notFound, type Refusal } from '../platform/refusal.ts';
import {
  addLike,
  findLikes,
  type LikeSubject,
  listLikerRows,
  removeLike,
  removeLikesBelow,
  removeLikesBy,
  removeLikesOf,
  removeSavedBelow,
  removeSavedBy,
  removeSavedOf,
} from './like-queries.ts';

export interface Likes {
  likes_count: number;
  is_liked: boolean;
}

/** Likes a subject. Repeated or concurrent likes count and notify once. */
export async function likeSubject(context: Context, viewer: Viewer, subject: LikeSubject, id: string): Promise<Likes> {
  await context.limits.spend('like by member', viewer.id);
  if (!isId(id)) throw subjectNotFound(subject);
  await context.db.transaction(async (tx) => {
    const liked = await addLike(tx, subject, viewer.id, id);
    if (!liked) return;
    const { owner_id, photo_id: photoId } = liked;
    const about = subject === 'photo' ? ({ kind: 'photo', id } as const) : ({ kind: 'comment', id, photoId } as const);
    await notify(tx, { type: 'like', memberIds: [owner_id], actorId: viewer.id, about });
    hintLikes(tx, subject, { id, photoId, memberId: viewer.id });
  });
  return requireLikes(context, viewer, subject, id);
}

function hintLikes(
  tx: Pick<Statements, 'hint'>,
  subject: LikeSubject,
  { id, photoId, memberId }: { id: string; photoId: string; memberId: string },
): void {
  if (subject === 'photo') tx.hint('photo_likes', photoId, memberId);
  else tx.hint('comment_likes', photoId, id, memberId);
}

/** Returns the likes of a subject that reaches the viewer, or throws `not_found`. */
async function requireLikes({ db }: Context, viewer: Viewer, subject: LikeSubject, id: string): Promise<Likes> {
  const likes = isId(id) ? await findLikes(db, subject, viewer.id, id) : undefined;
  if (!likes?.reaches_viewer) throw subjectNotFound(subject);
  return { likes_count: likes.likes_count, is_liked: likes.is_liked };
}

const reasonOf: Record<LikeSubject, Because> = { photo: 'photoNotFound', comment: 'commentNotFound' };

const subjectNotFound = (subject: LikeSubject): Refusal => notFound(reasonOf[subject]);

export async function unlikeSubject(context: Context, viewer: Viewer, subject: LikeSubject, id: string): Promise<Likes> {
  await context.limits.spend('like by member', viewer.id);
  if (!isId(id)) throw subjectNotFound(subject);
  await context.db.transaction(async (tx) => {
    const unliked = await removeLike(tx, subject, viewer.id, id);
    if (!unliked) return;
    const photoId = unliked.photo_id;
    await withdrawLikeNotification(tx, viewer.id, subject === 'photo' ? { kind: 'photo', id } : { kind: 'comment', id, photoId });
    hintLikes(tx, subject, { id, photoId, memberId: viewer.id });
  });
  return requireLikes(context, viewer, subject, id);
}

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

export const eraseLikes = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeLikesBy(db, memberId),
    () => removeLikesBelow(db, memberId),
  );

export const eraseLikesOf = (db: Statements, subject: LikeSubject, ids: readonly string[], signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeLikesOf(db, subject, ids));

export const eraseSavedPosts = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeSavedBy(db, memberId),
    () => removeSavedBelow(db, memberId),
  );

export const eraseSavedOf = (db: Statements, ids: readonly string[], signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeSavedOf(db, ids));
