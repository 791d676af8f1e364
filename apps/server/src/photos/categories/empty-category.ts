import { setTimeout } from 'node:timers/promises';
import type { Database, Statements } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { movePhotos } from '../posts/move-photos.ts';
import { findLeaving, listLeaving, removeWhereEmpty } from './leaving.ts';
import { moveInterests } from './move-interests.ts';

/** Milliseconds between steps, so that requests waiting for the rows run first. */
const rest = 20;

interface Pace {
  steps: number;
  signal?: AbortSignal;
}

/**
 * Moves the posts and interests of a deleted category, 200 per step, and removes the category once it is empty. Safe to interrupt,
 * repeat or run concurrently.
 */
export async function emptyCategory(db: Database, id: string, { steps, signal }: Pace): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    signal?.throwIfAborted();
    const leaving = await findLeaving(db, id);
    if (!leaving) return;
    const moved = (await movePhotos(db, id, leaving.moves_to)) + (await moveInterests(db, id, leaving.moves_to));
    if (moved === 0 && (await removeWhereEmpty(db, id))) return;
    if (moved > 0 && steps === Infinity) await setTimeout(rest, undefined, signal && { signal });
  }
}

export const emptyCategoryTask: Task<JobPayloads['empty_category']> = ({ category_id: id }, { context: { db }, signal }) =>
  emptyCategory(db, id, { steps: Infinity, signal });

/** Requeues deleted categories whose job was lost with its process. */
export const resumeEmptying: Task = async (_payload, { context: { db } }) => {
  for (const { id } of await listLeaving(db)) await queueEmptying(db, id);
};

export const queueEmptying = (db: Statements, id: string): Promise<void> =>
  addJob(db, 'empty_category', { category_id: id }, { key: `empty_category:${id}` });
