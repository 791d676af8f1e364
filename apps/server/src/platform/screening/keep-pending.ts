import * as limits from '@mbari/contract/platform/limits';
import type { Database, Statements } from '../db/database.ts';
import { inBatches } from '../db/in-batches.ts';
import { unauthenticated, type Viewer } from '../http/viewer.ts';
import { newId } from '../ids.ts';
import { queueWebhooks } from '../jobs/queue-webhooks.ts';
import type { Task } from '../jobs/task.ts';
import { because, Refusal } from '../refusal.ts';
import { requireSameRequest } from '../send-key.ts';
import {
  addPendingPost,
  countWaiting,
  findPendingByKey,
  lockWriter,
  type NewPending,
  removeOldPending,
  removeOldLinks,
} from './premoderation-queries.ts';

export const pendingReview = (): Refusal => new Refusal('pending_review', 'pendingReview');

/** Stores a pending post and throws `pending_review`, or `missing` if its photo, topic or category does not exist for the author. */
export async function keepPending(db: Database, viewer: Pick<Viewer, 'id'>, post: NewPending, missing: () => Error): Promise<never> {
  const isPending = await db.transaction((tx) => addPending(tx, viewer, post));
  throw isPending ? pendingReview() : missing();
}

/** Stores a pending post, once per key. Returns false if its photo, topic or category does not exist. */
export async function addPending(tx: Statements, { id: memberId }: Pick<Viewer, 'id'>, post: NewPending): Promise<boolean> {
  if (!(await lockWriter(tx, memberId))) throw unauthenticated();
  const before = post.key === null ? undefined : await findPendingByKey(tx, memberId, post.key.value);
  if (before && post.key) requireSameRequest(post.key, before.send_digest);
  if (before) return true;
  if ((await countWaiting(tx, memberId)) >= limits.pendingPosts)
    throw new Refusal('conflict', because('tooManyPending', { most: limits.pendingPosts }));
  const id = newId();
  if ((await addPendingPost(tx, id, memberId, post)) === 0) return false;
  await queueWebhooks(tx, 'post_pending', { pending_post_id: id, kind: post.kind });
  return true;
}

/** Deletes decided posts after a month and links of new accounts after a day. */
export const sweepPendingPosts: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => removeOldPending(db),
    () => removeOldLinks(db),
  );
