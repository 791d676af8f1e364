import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import { addJob, type Task } from '../../platform/jobs/add-job.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import * as queries from './queries.ts';

/** Milliseconds between two steps, for transactions that wait for the locked rows. */
const pauseMs = 20;

/**
 * Recounts a profile that became private or public and everyone connected to it, 100 at a time. Reads are correct throughout, because
 * they adjust a count by follows not yet recounted. Safe to interrupt, repeat and run concurrently.
 */
export const recountProfile: Task<JobPayloads['recount_profile']> = async ({ member_id: memberId }, { context: { db }, signal }) => {
  for (;;) {
    const change = await queries.findVisibilityChange(db, memberId);
    if (!change) return;
    for (const side of ['followed', 'follower'] as const) await recountConnectedMembers(db, memberId, side, signal);
    // If the profile changed again meanwhile, start over.
    if ((await queries.deleteVisibilityChange(db, memberId, change.turn)) === 1) return;
  }
};

async function recountConnectedMembers(db: Database, memberId: string, side: queries.FollowSide, signal: AbortSignal): Promise<void> {
  for (let after: queries.FollowPosition | undefined = queries.firstPosition; after !== undefined;) {
    signal.throwIfAborted();
    const connected = await queries.listConnectedMembers(db, memberId, side, after);
    const ids = connected.map(({ id }) => id);
    await queries.recountPrivateFollows(db, memberId, side, ids);
    after = connected.length === 100 ? connected.at(-1) : undefined;
    if (after) await setTimeout(pauseMs, undefined, { signal });
  }
}

/** Resumes recounts after a crash. */
export const resumeRecounts: Task = async (_payload, { context: { db } }) => {
  for (const { member_id } of await queries.listStalledVisibilityChanges(db)) await queueRecount(db, member_id);
};

/** Queues at most one job per profile. */
export const queueRecount = (db: Parameters<typeof addJob>[0], memberId: string): Promise<void> =>
  addJob(db, 'recount_profile', { member_id: memberId }, { key: `recount_profile:${memberId}` });
