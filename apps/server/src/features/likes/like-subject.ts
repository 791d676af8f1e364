import * as sentences from '@mbari/contract/sentences';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { notifyOfLike } from '../notifications/notify.ts';
import { addLike, findLikes } from './queries.ts';

export interface Likes {
  likes_count: number;
  is_liked: boolean;
}

/** Likes a post. However often and from however many places at once, it counts once and tells the owner once. */
export async function likePhoto(context: Context, viewer: Viewer, photoId: string): Promise<Likes> {
  await context.limits.spend('like by member', viewer.id);
  if (!isId(photoId)) throw notFound(sentences.photoNotFound);
  await context.db.transaction(async (tx) => {
    const liked = await addLike(tx, viewer.id, photoId);
    if (liked) await notifyOfLike(tx, { ownerId: liked.owner_id, actorId: viewer.id, photoId });
  });
  return requireLikes(context, viewer, photoId);
}

/** What the viewer sees counted now, on a post that is meant for them. */
export async function requireLikes({ db }: Context, viewer: Viewer, photoId: string): Promise<Likes> {
  const likes = isId(photoId) ? await findLikes(db, viewer.id, photoId) : undefined;
  if (!likes?.reaches_viewer) throw notFound(sentences.photoNotFound);
  return { likes_count: likes.likes_count, is_liked: likes.is_liked };
}
