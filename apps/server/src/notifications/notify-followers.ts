import { setTimeout } from 'node:timers/promises';
import { newId } from '../platform/ids.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import type { Task } from '../platform/jobs/task.ts';
import { addFollowerNotifications, followersAtATime } from './forum-queries.ts';

/** Milliseconds between two steps, in which those who write go first. */
const rest = 20;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Notifies those who follow a topic of what was written in it, or those who follow a category of a new topic, a thousand at a time. May be
 * interrupted, run twice, or run twice at once: the database keeps one notification a member and post.
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
