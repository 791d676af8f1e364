import * as sentences from '@mbari/contract/sentences';
import type { Comment } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId, newId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { notifyOfComment, notifyOfMentions } from '../notifications/notify.ts';
import { findMentions } from './find-mentions.ts';
import { addComment as add, addMentions, findComment } from './queries.ts';
import { viewComment, viewCommentAs } from './views.ts';

/** Says something below a post, and tells its owner and those who are named. */
export async function addComment(context: Context, viewer: Viewer, photoId: string, content: string): Promise<Comment> {
  await context.limits.spend('comment by member', viewer.id);
  await context.limits.spend('comment by member, hourly', viewer.id);
  if (!isId(photoId)) throw notFound(sentences.photoNotFound);
  const commentId = newId();
  return context.db.transaction(async (tx) => {
    const photo = await add(tx, { id: commentId, viewerId: viewer.id, photoId, content });
    if (!photo) throw notFound(sentences.photoNotFound);
    await notifyOfComment(tx, { ownerId: photo.owner_id, actorId: viewer.id, photoId, commentId });
    const names = findMentions(content);
    if (names.length > 0) {
      const memberIds = await addMentions(tx, { commentId, writerId: viewer.id, names });
      await notifyOfMentions(tx, { memberIds, actorId: viewer.id, photoId, commentId });
    }
    const row = await findComment(tx, viewer.id, commentId);
    return viewCommentAs(viewer, viewComment(row!), photo.owner_id);
  });
}
