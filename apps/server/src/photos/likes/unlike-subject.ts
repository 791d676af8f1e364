import { withdrawLike } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { hintLikes, type Likes, requireLikes, subjectNotFound } from './like-subject.ts';
import { type LikeSubject, removeLike } from './queries.ts';

export async function unlikeSubject(context: Context, viewer: Viewer, subject: LikeSubject, id: string): Promise<Likes> {
  await context.limits.spend('like by member', viewer.id);
  if (!isId(id)) throw subjectNotFound(subject);
  await context.db.transaction(async (tx) => {
    const unliked = await removeLike(tx, subject, viewer.id, id);
    if (!unliked) return;
    const photoId = unliked.photo_id;
    await withdrawLike(tx, viewer.id, subject === 'photo' ? { kind: 'photo', id } : { kind: 'comment', id, photoId });
    hintLikes(tx, subject, { id, photoId, memberId: viewer.id });
  });
  return requireLikes(context, viewer, subject, id);
}
