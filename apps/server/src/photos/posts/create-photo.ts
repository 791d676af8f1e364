import { entitlementsOf } from '@mbari/contract/people/plans';
import type * as calls from '@mbari/contract/photos/posts';
import type { ImageReceipt } from '@mbari/contract/photos/posts';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { requireSameRequest, type SendKey } from '../../platform/http/form.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { idInPast, newId } from '../../platform/ids.ts';
import { discardImages, saveImages, storeImages } from '../../platform/images/store-image.ts';
import { reportAutomatically } from '../../platform/moderation/report-subject.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { addPending, pendingReview, screenNew, whyPending } from '../../platform/screening/screen.ts';
import { setPhotoTags } from '../../platform/tags/set-tags.ts';
import { enter, timeOfNewEntry } from '../challenges/enter-challenge.ts';
import { requireCategory } from '../save-category.ts';
import { addSeriesPhoto } from '../series/queries.ts';
import { addNewToSeries } from '../series/save-series.ts';
import { requireRoom, slotOf } from './image-slots.ts';
import { columnsOf, pendingBody, photoTexts } from './photo-fields.ts';
import { addPhoto, addPhotoImages, findPhotoByKey } from './queries.ts';
import { cameraToKeep, requireAudience } from './rules.ts';
import { requireFuture, requireRoomInSchedule } from './schedule-post.ts';
import { viewReceipt } from './views.ts';

export interface PhotoToPost {
  fields: z.output<typeof calls.createPhoto.shape.body>;
  /** Received files; `field` contains the position, as in `images[1]`. */
  files: readonly { field: string; path: string }[];
  /** Instead of files. */
  uploaded?: UploadedImages;
  key: SendKey | null;
  imported?: Imported;
}

/** A post from an archive. It is created in the past, so that it is not new in any list, and does not count towards the daily limit. */
interface Imported {
  createdAt: Date;
  takenAt: Date | null;
  /** Own series that get the post if they have room. */
  seriesIds: readonly string[];
  /** Marks the item of the archive as imported, in the post's transaction. */
  record: (tx: Statements, photoId: string) => Promise<unknown>;
}

/** Images that were received and stored before the post. */
export interface UploadedImages {
  ids: readonly string[];
  /** Turns the uploads into images of the post, in its transaction. Throws if one is gone or in another post. */
  take: (tx: Statements) => Promise<void>;
}

export interface PostedPhoto {
  id: string;
  /** Null for a repeated request. */
  receipt: ImageReceipt[] | null;
}

/**
 * Posts a photo: encodes and stores the images, then writes all rows in one transaction. A repeated idempotency key returns the first
 * post. A failure leaves no rows; orphan files are swept.
 */
export async function createPhoto(
  context: Context,
  author: Viewer,
  { fields, files, uploaded, key, imported }: PhotoToPost,
): Promise<PostedPhoto> {
  const categoryId = await requireCategory(context.db, fields.category);
  // Every plan may import for the author alone, as every plan may archive.
  const mayRestrict = entitlementsOf(author).setsVisibility || (imported !== undefined && fields.audience === 'me');
  requireAudience(mayRestrict, fields.audience);
  const publishAt = await timeOf(context, author, fields);
  requireRoom(
    author,
    [...files, ...(uploaded?.ids ?? []).map((path) => ({ path }))].map((file) => ({ file })),
    fields.is_comparison,
  );
  const texts = photoTexts(fields);
  const { listed, toReview } = await screenNew(context, author, texts);
  if (!imported) await context.limits.spend(author.is_paid ? 'upload by paid member, daily' : 'upload by free member, daily', author.id);

  const reason = await whyPending(context, author, { toReview, text: Object.values(texts).join('\n') });
  const ordered = sortFiles(files);
  const storedImages = await storeImages(
    context,
    ordered.map(({ file }) => file),
    { kind: 'photo', memberId: author.id, field: 'images' },
  );
  const images = [
    ...storedImages.map(({ id, camera }, n) => {
      const { index } = ordered[n]!;
      return { image_id: id, alt: fields.alt?.[index] ?? '', camera: cameraToKeep(fields.show_camera, camera, fields.camera?.[index]) };
    }),
    ...(uploaded?.ids ?? []).map((id, index) => ({ image_id: id, alt: fields.alt?.[index] ?? '', camera: null })),
  ];
  const write = async (tx: Statements): Promise<string | null> => {
    const photo = {
      ...columnsOf(fields),
      is_comparison: fields.is_comparison ?? false,
      id: imported ? idInPast(imported.createdAt) : newId(),
      member_id: author.id,
      category_id: categoryId,
      upload_key: key?.value,
      upload_digest: key?.digest,
      publish_at: publishAt,
      taken_at: imported?.takenAt,
    };
    if (publishAt) await requireRoomInSchedule(tx, author.id);
    const added = await addPhoto(tx, photo, reason !== null, imported?.createdAt);
    if (!added) return null;
    await saveImages(tx, storedImages);
    await uploaded?.take(tx);
    await addPhotoImages(tx, added.id, images);
    await setPhotoTags(tx, { id: added.id, title: fields.title, description: fields.description ?? null });
    if (fields.challenge_id !== undefined) await enter(tx, author, { id: fields.challenge_id, photoId: added.id, field: 'challenge_id' });
    if (fields.series_id !== undefined) await addNewToSeries(tx, author, fields.series_id, added.id);
    for (const seriesId of imported?.seriesIds ?? []) await addSeriesPhoto(tx, author.id, seriesId, added.id, true);
    await imported?.record(tx, added.id);
    if (reason !== null) {
      const body = pendingBody(fields);
      await addPending(tx, author, { kind: 'photo', pendingPhotoId: added.id, title: fields.title, body, key: null, ...reason });
      return added.id;
    }
    // The job reports and announces the post when it publishes it.
    if (publishAt) return added.id;
    await reportAutomatically(tx, 'photo', [{ id: added.id, listed }]);
    if (!imported) tx.hint('feed', added.id);
    return added.id;
  };
  const id = await context.db.transaction(write).catch(async (error: unknown) => {
    // Other errors, such as a lost connection, may follow a commit. Then the files must stay.
    if (error instanceof Refusal) await discardImages(storedImages);
    throw error;
  });
  if (id !== null && reason !== null) throw pendingReview();
  if (id !== null) return { id, receipt: storedImages.map(viewReceipt) };

  await discardImages(storedImages);
  const previousId = key === null ? null : await findPostByKey(context, author, key);
  if (previousId === null) throw unauthenticated();
  return { id: previousId, receipt: null };
}

/** Returns when the post is published, or null for now. */
async function timeOf(
  context: Context,
  author: Viewer,
  { publish_at: time, challenge_id: challengeId }: PhotoToPost['fields'],
): Promise<Date | null> {
  if (challengeId !== undefined) return timeOfNewEntry(context, author, challengeId);
  return time === undefined ? null : requireFuture(context, time);
}

/** Returns the id of the post sent under this key, or null. Throws `not_found` if the post was deleted. */
export async function findPostByKey({ db }: Context, author: Viewer, key: SendKey): Promise<string | null> {
  const previous = await findPhotoByKey(db, author.id, key.value);
  if (previous) requireSameRequest(key, previous.upload_digest);
  if (previous?.is_pending) throw pendingReview();
  if (previous && !previous.is_there) throw notFound('photoNotFound');
  return previous?.id ?? null;
}

const sortFiles = <File extends { field: string }>(files: readonly File[]): { file: File; index: number }[] =>
  files.map((file, arrival) => ({ file, index: slotOf(file, arrival) })).toSorted((a, b) => a.index - b.index);
