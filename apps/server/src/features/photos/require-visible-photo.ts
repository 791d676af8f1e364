import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { findVisiblePhoto, type VisiblePhoto } from './queries.ts';

/** The post, if the viewer may open it. Hidden and missing are refused alike. */
export async function requireVisiblePhoto({ db }: Context, viewer: Viewer, photoId: string): Promise<VisiblePhoto> {
  const photo = isId(photoId) ? await findVisiblePhoto(db, viewer.id, photoId) : undefined;
  if (!photo) throw notFound('photoNotFound');
  return photo;
}
