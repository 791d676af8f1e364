import { inBatches } from '../../platform/db/in-batches.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { eraseLongDeleted } from './erase-posts.ts';

/** Erases posts deleted a month ago. Until then, organisers can restore them. */
export const sweepDeletedForumPosts: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => eraseLongDeleted(db));
