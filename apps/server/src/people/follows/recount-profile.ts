import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import * as queries from './queries.ts';

/** Milliseconds between two steps, for transactions that wait for the locked rows. */
const rest = 20;

/**
 * Recounts a profile that became private or public and everyone connected to it, 100 at a time. Reads are correct throughout, because
 * they adjust a count by follows not yet recounted. Safe to interrupt, repeat and run concurrently.
 */
export const recountProfile: Task<JobPayloads['recount_profile']> = async ({ member_id: memberId }, { context: { db }, signal }) => {
  for (;;) {
    const flip = await queries.findFlip(db, memberId);
    if (!flip) return;
    for (const end of ['followed', 'follower'] as const) await recountNeighbours(db, memberId, end, signal);
    // It changed again meanwhile: start over.
    if ((await queries.removeFlip(db, memberId, flip.turn)) === 1) return;
  }
};

async function recountNeighbours(db: Database, memberId: string, end: queries.FollowEnd, signal: AbortSignal): Promise<void> {
  for (let after: queries.FollowPosition | undefined = queries.newestFollow; after !== undefined;) {
    signal.throwIfAborted();
    const neighbours = await queries.listNeighbours(db, memberId, end, after);
    const ids = neighbours.map(({ id }) => id);
    await queries.recountHidden(db, memberId, end, ids);
    after = neighbours.length === 100 ? neighbours.at(-1) : undefined;
    if (after) await setTimeout(rest, undefined, { signal });
  }
}

/** Resumes recounts after a crash. */
export const resumeRecounts: Task = async (_payload, { context: { db } }) => {
  for (const { member_id } of await queries.listFlips(db)) await queueRecount(db, member_id);
};

/** Queues at most one job per profile. */
export const queueRecount = (db: Parameters<typeof addJob>[0], memberId: string): Promise<void> =>
  addJob(db, 'recount_profile', { member_id: memberId }, { key: `recount_profile:${memberId}` });
