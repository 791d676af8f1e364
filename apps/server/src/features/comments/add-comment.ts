import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId, newId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { setMentions } from '../mentions/set-mentions.ts';
import { notify } from '../notifications/notify.ts';
import { addComment as add, findComment } from './queries.ts';
import { viewInConversation } from './views.ts';

/** Writes a comment below a post, and notifies its owner and those who are named. */
export async function addComment(context: Context, viewer: Viewer, photoId: string, content: string): Promise<CommentInConversation> {
  await context.limits.spend('comment by member', viewer.id);
  await context.limits.spend('comment by member, hourly', viewer.id);
  if (!isId(photoId)) throw notFound('photoNotFound');
  const about = { kind: 'comment', id: newId(), photoId } as const;
  return context.db.transaction(async (tx) => {
    const photo = await add(tx, { id: about.id, viewerId: viewer.id, photoId, content });
    if (!photo) throw notFound('photoNotFound');
    await notify(tx, { type: 'comment', memberIds: [photo.owner_id], actorId: viewer.id, about });
    await setMentions(tx, { content, writerId: viewer.id, about });
    tx.hint('photo', photoId);
    const row = await findComment(tx, viewer.id, about.id);
    return viewInConversation(viewer, row!, { ownerId: photo.owner_id, reachesViewer: true });
  });
}
