import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { because, invalid, Refusal } from '../../platform/refusal.ts';
import { lockWriter } from '../../platform/screening/queries.ts';
import { presentPhoto, presentPhotos } from './present-photos.ts';
import { publishPosts, screenScheduled } from './publish-posts.ts';
import { countScheduled, findScheduledPost, listScheduledIds, setPublishTime } from './schedule-queries.ts';
import { requireOwnPhoto } from './update-photo.ts';

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

const full = because('tooManyScheduled', { most: limits.scheduledPosts });

const yearMs = 366 * 24 * 60 * 60_000;

/** Returns the time of a scheduled post: in the future, at most a year ahead. */
export function requireFuture({ now }: Pick<Context, 'now'>, publishAt: string): Date {
  const time = new Date(publishAt);
  const ahead = time.getTime() - now().getTime();
  if (ahead <= 0 || ahead > yearMs) throw invalid({ publish_at: ['publishTimeNotAhead'] }, 'publishTimeNotAhead');
  return time;
}

/** Locks the member, so that concurrent requests cannot exceed the limit. */
export async function requireRoomInSchedule(tx: Statements, memberId: string): Promise<void> {
  if (!(await lockWriter(tx, memberId))) throw unauthenticated();
  if ((await countScheduled(tx, memberId)) >= limits.scheduledPosts) throw invalid({ publish_at: [full] }, full);
}
