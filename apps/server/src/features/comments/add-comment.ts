import * as sentences from '@mbari/contract/sentences';
import type { Comment } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId, newId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { notifyOfComment } from '../notifications/notify.ts';
import { addComment as add, findComment } from './queries.ts';
import { viewComment, viewCommentAs } from './views.ts';

/** Says something below a post and tells its owner. */
export async function addComment(context: Context, viewer: Viewer, photoId: string, content: string): Promise<Comment> {
  await context.limits.spend('comment by member', viewer.id);
  await context.limits.spend('comment by member, hourly', viewer.id);
  if (!isId(photoId)) throw notFound(sentences.photoNotFound);
  const commentId = newId();
  return context.db.transaction(async (tx) => {
    const photo = await add(tx, { id: commentId, viewerId: viewer.id, photoId, content });
    if (!photo) throw notFound(sentences.photoNotFound);
    await notifyOfComment(tx, { ownerId: photo.owner_id, actorId: viewer.id, photoId, commentId });
    const row = await findComment(tx, commentId);
    return viewCommentAs(viewer, viewComment(row!), photo.owner_id);
  });
}
