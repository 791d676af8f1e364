import { notifyOfFailedPosts } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { reportAutomatically } from '../../platform/moderation/report-subject.ts';
import { Refusal } from '../../platform/refusal.ts';
import { screen } from '../../platform/screening/screen.ts';
import { photoTexts } from './photo-fields.ts';
import { listDuePosts, type ScheduledPost, setPublished, setPublishFailed } from './schedule-queries.ts';

interface Screened {
  id: string;
  listed: string | null;
}

/** Publishes posts whose time has come. A post that is a day late or contains a refused word waits for its author, who is notified. */
export const publishDuePosts: Task = async (_payload, { context, signal }) => {
  while (!signal.aborted) {
    const due = await listDuePosts(context.db);
    if (due.length === 0) return;
    const screened = await Promise.all(due.map(async (post) => (post.is_late ? null : screenOrFail(context, post))));
    const failedIds = due.flatMap(({ id }, index) => (screened[index] === null ? id : []));
    const done = await context.db.transaction(async (tx) => {
      const published = await publishPosts(
        tx,
        screened.filter((post) => post !== null),
      );
      const failed = await setPublishFailed(tx, failedIds);
      await notifyOfFailedPosts(
        tx,
        failed.map(({ id }) => id),
      );
      return published.length + failed.length;
    });
    // Another node published these posts, or an owner was suspended. The next run looks again.
    if (done === 0) return;
  }
};

async function screenOrFail(context: Context, post: ScheduledPost): Promise<Screened | null> {
  try {
    return await screenScheduled(context, post);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Throws `validation` for a refused word. */
export async function screenScheduled(context: Context, { id, role, title, alt, ...post }: ScheduledPost): Promise<Screened> {
  const { description, location_name, warning } = post;
  const texts = photoTexts({
    title,
    alt,
    description: description ?? undefined,
    location_name: location_name ?? undefined,
    warning: warning ?? undefined,
  });
  return { id, listed: await screen(context, { role }, texts) };
}

/** Publishes due posts under new, newest ids, so that they are first in the feed. Returns these ids. */
export async function publishPosts(tx: Statements, posts: readonly Screened[]): Promise<string[]> {
  if (posts.length === 0) return [];
  const published = await setPublished(
    tx,
    posts.map(({ id }) => id),
    posts.map(() => newId()),
  );
  const listedOf = new Map(posts.map(({ id, listed }) => [id, listed]));
  const texts = published.map(({ id, scheduled_id }) => ({ id, listed: listedOf.get(scheduled_id) ?? null }));
  await reportAutomatically(tx, 'photo', texts);
  for (const { id, scheduled_id } of published) {
    tx.hint('photo', scheduled_id);
    tx.hint('feed', id);
  }
  return published.map(({ id }) => id);
}
