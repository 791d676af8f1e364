import { setTimeout } from 'node:timers/promises';
import { newId } from '../platform/ids.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import type { Task } from '../platform/jobs/task.ts';
import { addFollowerNotifications, followersAtATime } from './forum-queries.ts';

/** Milliseconds between batches, so that members' writes are not delayed. */
const rest = 20;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Notifies followers of a topic about new posts, or followers of a category about a new topic, in batches of 1,000. Safe to interrupt and to repeat:
 * a unique key allows one notification per member and post.
 */
export const notifyFollowers: Task<JobPayloads['notify_followers']> = async (
  { followed, id, post_ids: postIds },
  { context: { db }, signal },
) => {
  for (let after: string | undefined = firstId; after !== undefined;) {
    signal.throwIfAborted();
    const ids = Array.from({ length: followersAtATime }, () => newId());
    after = await addFollowerNotifications(db, followed, { id, after, ids, postIds });
    db.hint('notifications');
    if (after !== undefined) await setTimeout(rest, undefined, { signal });
  }
};
