import type { Photo } from '@mbari/contract/photos/posts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Refusal } from '../../platform/refusal.ts';
import { presentPhoto, presentPhotos } from '../posts/present-photos.ts';
import { requireOwnPhoto } from '../posts/update-photo.ts';
import { publishPosts, screenScheduled } from './publish-posts.ts';
import { findScheduledPost, listScheduledIds, setPublishTime } from './queries.ts';
import { requireFuture } from './require-time.ts';

export const listScheduled = async (context: Context, viewer: Viewer): Promise<Photo[]> =>
  presentPhotos(context, viewer, await listScheduledIds(context.db, viewer.id));

/** Moves the time of the viewer's scheduled post, or publishes it now, under a new id. Throws `conflict` if it is already published. */
export async function schedulePost(context: Context, viewer: Viewer, photoId: string, time: string | null): Promise<Photo> {
  const { id } = await requireOwnPhoto(context, viewer, photoId);
  await context.limits.spend('change by member', viewer.id);
  const publishAt = time === null ? null : requireFuture(context, time);
  const post = await findScheduledPost(context.db, viewer.id, id);
  if (post?.is_entered) throw new Refusal('conflict', 'photoEntered');
  const screened = post && (await screenScheduled(context, post));
  const idAfter = await context.db.transaction(async (tx) => {
    if (!screened || (await setPublishTime(tx, viewer.id, id, publishAt)) === 0) throw new Refusal('conflict', 'photoNotScheduled');
    tx.hint('photo', id);
    if (publishAt !== null) return id;
    const [publishedId] = await publishPosts(tx, [screened]);
    return publishedId ?? id;
  });
  return presentPhoto(context, viewer, idAfter);
}
