import type { Task } from '../../platform/jobs/task.ts';
import { removeExpiredChallenges } from './queries.ts';

/** What has expired is refused already; this only gives the room back. */
export const sweepPasskeyChallenges: Task = async (_payload, { context }) => {
  const challenges = await removeExpiredChallenges(context.db);
  if (challenges > 0) context.log.debug({ challenges }, 'removed challenges that nobody answered');
};
