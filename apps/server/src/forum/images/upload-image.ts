import type { Image } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { because, invalid, Refusal } from '../../platform/refusal.ts';
import { deleteUploadsOf, renewOwnImages } from './queries.ts';
import { findVisibleImages } from './views.ts';

export const eraseUploads = (db: Statements, memberId: string): Promise<number> => deleteUploadsOf(db, memberId);

export async function requireUploadedImage(context: Context, viewer: Viewer, imageId: string): Promise<Image> {
  const visibleImage = (await findVisibleImages(context, viewer, [imageId])).get(imageId);
  if (!visibleImage) throw new Refusal('conflict', 'imageTakenAway');
  return visibleImage.image;
}

/** Rejects other members' images and missing images with the same error. Accepts `earlierIds`, the images that the text already contained. */
export async function requireOwnImages(
  db: Statements,
  authorId: string,
  images: readonly { id: string }[],
  earlierIds: readonly string[] = [],
): Promise<void> {
  if (images.length > limits.forumImages) throw invalid({ body: [because('tooManyForumImages', { most: limits.forumImages })] });
  const ids = [...new Set(images.map(({ id }) => id))];
  if (ids.length === 0) return;
  const ownIds = new Set([...(await renewOwnImages(db, authorId, ids)).map(({ id }) => id), ...earlierIds]);
  if (!ids.every((id) => ownIds.has(id))) throw invalid({ body: ['forumImageGone'] });
}

/** Renews the uploads in a draft for a day. Returns the ids that the member owns. */
export async function renewUploads(db: Statements, memberId: string, body: string): Promise<string[]> {
  const photoIds = [...body.matchAll(/\(photo:([0-9a-f-]{36})\b/g)].map(([, id = '']) => id).filter(isId);
  const ids = [...new Set(photoIds)].slice(0, limits.forumImages);
  return ids.length === 0 ? [] : (await renewOwnImages(db, memberId, ids)).map(({ id }) => id);
}
