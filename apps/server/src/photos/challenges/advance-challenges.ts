import { notifyOfChallenge } from '../../notifications/notify-in-batches.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { countVotes } from './count-votes.ts';
import { listUnannounced, setAnnounced } from './queries.ts';

/** Counts votes of challenges that have ended, and notifies members of starts and results. Safe to interrupt and to repeat. */
export const advanceChallenges: Task = async (_payload, { context: { db }, signal }) => {
  await countVotes(db, signal);
  for (const { id, type } of await listUnannounced(db)) {
    await notifyOfChallenge(db, { id, type }, signal);
    await setAnnounced(db, id, type);
  }
};
