import * as sentences from '@mbari/contract/sentences';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { type Likes, requireLikes } from './like-photo.ts';
import { removeLike } from './queries.ts';

/** Takes a like back. Where there was none, nothing changes. */
export async function unlikePhoto(context: Context, viewer: Viewer, photoId: string): Promise<Likes> {
  await context.limits.spend('like by member', viewer.id);
  if (!isId(photoId)) throw notFound(sentences.photoNotFound);
  await removeLike(context.db, viewer.id, photoId);
  return requireLikes(context, viewer, photoId);
}
