import { hintRecipients } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { removeImages } from '../../platform/images/queries.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { eraseReports } from '../../platform/moderation/report-subject.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { eraseComments, eraseCommentsBelow } from '../comments/delete-comment.ts';
import { removeExhibitionsOf } from '../exhibitions/queries.ts';
import { eraseLikes, eraseLikesOf, eraseSavedOf, eraseSavedPosts } from '../like-subject.ts';
import {
  isOwnPhoto,
  listPhotoImages,
  listSweepable,
  removeDeletedPhotos,
  removePhotosOf,
  setOthersWarning,
  setPhotoDeleted,
  setPhotoRemoved,
  setPhotoRestored,
  setWarningEntry,
} from './queries.ts';
import { requireVisiblePhoto } from './require-visible-photo.ts';
import { mayDeletePhoto } from './rules.ts';

/** Deletes a post and its images. Concurrent requests delete it once. */
export async function deletePhoto(context: Context, viewer: Viewer, photoId: string): Promise<void> {
  await context.limits.spend('delete by member', viewer.id);
  await deletePhotoAs(context, viewer, photoId);
}

/** Like `deletePhoto`, without a rate limit. */
export async function deletePhotoAs(context: Context, viewer: Viewer, photoId: string): Promise<void> {
  const photo = await requireVisiblePhoto(context, viewer, photoId);
  if (!mayDeletePhoto(viewer, photo.owner_id)) throw new Refusal('not_owner', 'photoDeleteOfOther');
  await context.db.transaction(async (tx) => {
    if ((await setPhotoDeleted(tx, viewer.id, photo.id)) === 0) throw notFound('photoNotFound');
    // Includes a concurrent edit's images, because the post is locked. The rows stay until the sweep, because the post can be reported.
    const images = await listPhotoImages(tx, photo.id);
    await removeImages(
      tx,
      images.map(({ image_id }) => image_id),
    );
    if (photo.owner_id !== viewer.id) await recordModeration(tx, viewer, 'delete_photo', { photoId: photo.id, memberId: photo.owner_id });
    await hintRecipients(tx, 'photo', photo.id);
    tx.hint('photo', photo.id);
  });
}

/** Removes a post as an organiser and returns the owner's id. Keeps its images. */
export const removePhotoOf = (tx: Statements, organiser: Pick<Viewer, 'id'>, photoId: string): Promise<string> =>
  changeOthersPhoto(tx, organiser, photoId, setPhotoRemoved);

export const restorePhotoOf = (tx: Statements, organiser: Pick<Viewer, 'id'>, photoId: string): Promise<string> =>
  changeOthersPhoto(tx, organiser, photoId, setPhotoRestored);

/**
 * Erases a closed account's posts, comments, likes and saved posts, and exhibitions without another curator. Dependent rows go first in batches, because one post may have
 * 100,000 likes.
 */
export async function erasePosts(db: Statements, memberId: string, signal: AbortSignal): Promise<void> {
  do for (const erase of [eraseLikes, eraseSavedPosts, eraseComments, eraseReports]) await erase(db, memberId, signal);
  while ((await removePhotosOf(db, memberId)) > 0);
  while ((await removeExhibitionsOf(db, memberId)) > 0);
}

/** Erases deleted posts that can no longer be reported, with comments and likes. The next image sweep removes the files. */
export const sweepDeletedPosts: Task = async (_payload, { context: { db, log }, signal }) => {
  let swept = 0;
  for (;;) {
    const ids = (await listSweepable(db)).map(({ id }) => id);
    if (ids.length === 0) break;
    await eraseLikesOf(db, 'photo', ids, signal);
    await eraseSavedOf(db, ids, signal);
    await eraseCommentsBelow(db, ids, signal);
    swept += await removeDeletedPhotos(db, ids);
  }
  if (swept > 0) log.info({ swept }, 'swept deleted posts');
};

/** Sets or, with null, removes the content warning of a post as an organiser. Returns the owner's id. */
export const markPhotoOf = (tx: Statements, organiser: Pick<Viewer, 'id'>, photoId: string, warning: string | null): Promise<string> =>
  changeOthersPhoto(tx, organiser, photoId, (_, viewerId) => setOthersWarning(tx, viewerId, photoId, warning));

/** Names the organisers' act that set the warning, so that the author can appeal but not change it. */
export const citeMark = (tx: Statements, photoId: string, entryId: string): Promise<number> => setWarningEntry(tx, photoId, entryId);

async function changeOthersPhoto(
  tx: Statements,
  { id }: Pick<Viewer, 'id'>,
  photoId: string,
  change: typeof setPhotoRemoved,
): Promise<string> {
  const photo = isId(photoId) ? await change(tx, id, photoId) : undefined;
  if (!photo && isId(photoId) && (await isOwnPhoto(tx, id, photoId))) throw new Refusal('own_content', 'cannotModerateOwn');
  if (!photo) throw notFound('photoNotFound');
  await hintRecipients(tx, 'photo', photoId);
  tx.hint('photo', photoId);
  return photo.owner_id;
}
