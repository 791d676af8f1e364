import type { Task } from '../../platform/jobs/task.ts';
import { removeExpiredChallenges } from './queries.ts';

export const sweepPasskeyChallenges: Task = async (_payload, { context }) => {
  const challenges = await removeExpiredChallenges(context.db);
  if (challenges > 0) context.log.debug({ challenges }, 'deleted expired passkey challenges');
};
