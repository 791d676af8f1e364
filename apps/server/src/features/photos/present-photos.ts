import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { notFound } from '../../refusal.ts';
import { listImageRows, listNewestCommentRows, listPhotoRows } from './queries.ts';
import { type OwnMarks, viewPhoto, viewPhotoAs, viewPhotoOnly } from './views.ts';

/** Posts as this viewer sees them, in the order of their ids: one query for each kind of thing, however many posts. */
export async function presentPhotos(context: Context, viewer: Viewer, ids: readonly string[]): Promise<Photo[]> {
  const photos = await present(context, viewer.id, ids);
  return photos.map(({ photo, marks }) => viewPhotoAs(viewer, photo, marks));
}

/** … as somebody sees them who may look and no more: a visitor, or a member who has not finished their account. */
export async function presentPhotosReadOnly(context: Context, viewer: Viewer | null, ids: readonly string[]): Promise<Photo[]> {
  const photos = await present(context, viewer?.id ?? null, ids, { comments: false });
  return photos.map(({ photo }) => viewPhotoOnly(photo));
}

/** One post as this viewer sees it. Refused like a missing one where it went just now. */
export async function presentPhoto(context: Context, viewer: Viewer, id: string): Promise<Photo> {
  const [photo] = await presentPhotos(context, viewer, [id]);
  if (!photo) throw notFound('photoNotFound');
  return photo;
}

/** A post as a visitor sees it, where anybody on Earth may. */
export async function presentPublicPhoto(context: Context, id: string): Promise<Photo | undefined> {
  const [found] = await present(context, null, [id], { comments: false });
  return found?.isPublic ? viewPhotoOnly(found.photo) : undefined;
}

/** Posts as everybody sees them who has nothing to do with them: for what many viewers share. */
export async function presentPhotosToAnybody(context: Context, ids: readonly string[]): Promise<Photo[]> {
  const photos = await present(context, null, ids);
  return photos.map(({ photo }) => photo);
}

interface Presented {
  photo: Photo;
  marks: OwnMarks;
  isPublic: boolean;
}

async function present(
  context: Context,
  viewerId: string | null,
  ids: readonly string[],
  shown = { comments: true },
): Promise<Presented[]> {
  if (ids.length === 0) return [];
  const [photos, images, comments] = await Promise.all([
    listPhotoRows(context.db, viewerId, ids),
    listImageRows(context.db, ids),
    shown.comments ? listNewestCommentRows(context.db, viewerId, ids) : [],
  ]);
  const byId = new Map(photos.map((row) => [row.id, row]));
  const imagesOf = byPhoto(images);
  const commentsOf = byPhoto(comments);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const pictures = imagesOf.get(id);
    // Every post has a picture. One without went between two of the questions: it is left out like one that went before the first.
    if (!row || !pictures) return [];
    const photo = viewPhoto(context, row, pictures, commentsOf.get(id) ?? []);
    return [{ photo, marks: { isLiked: row.is_liked, isSaved: row.is_saved }, isPublic: row.is_public }];
  });
}

/** Rows that belong to posts, by their post. */
function byPhoto<Row extends { photo_id: string }>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.photo_id);
    if (group) group.push(row);
    else groups.set(row.photo_id, [row]);
  }
  return groups;
}
