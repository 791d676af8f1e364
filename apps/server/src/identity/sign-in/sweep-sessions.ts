import type { Task } from '../../platform/jobs/task.ts';
import { removeEndedSessions, removeExpiredTokens } from './session-queries.ts';

export const sweepSessions: Task = async (_payload, { context }) => {
  const tokens = await removeExpiredTokens(context.db);
  const sessions = await removeEndedSessions(context.db);
  if (tokens + sessions > 0) context.log.debug({ tokens, sessions }, 'deleted expired tokens and sessions');
};
