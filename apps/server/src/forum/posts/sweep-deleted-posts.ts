import { inBatches } from '../../platform/db/in-batches.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { eraseLongDeleted } from './erase-posts.ts';

/** What was deleted goes for good after a month, in which organisers may bring it back. */
export const sweepDeletedForumPosts: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => eraseLongDeleted(db));
