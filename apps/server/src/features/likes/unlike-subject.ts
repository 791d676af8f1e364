import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { hintLikes, type Likes, requireLikes, subjectNotFound } from './like-subject.ts';
import { type LikeSubject, removeLike } from './queries.ts';

/** Takes a like back. Where there was none, nothing changes. */
export async function unlikeSubject(context: Context, viewer: Viewer, subject: LikeSubject, id: string): Promise<Likes> {
  await context.limits.spend('like by member', viewer.id);
  if (!isId(id)) throw subjectNotFound(subject);
  const unliked = await removeLike(context.db, subject, viewer.id, id);
  if (unliked) hintLikes(context.db, subject, { id, photoId: unliked.photo_id, memberId: viewer.id });
  return requireLikes(context, viewer, subject, id);
}
