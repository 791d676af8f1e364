import type { Statements } from '../../platform/db/database.ts';
import { addFollowing } from './queries.ts';

/**
 * Those who write in a topic follow it from then on, unless they said once that they do not. Runs in the transaction that adds what they wrote.
 * Answers whether anybody who follows it, but its author, finds there what another wrote.
 */
export async function followWritten(tx: Statements, memberIds: readonly string[], topicId: string): Promise<boolean> {
  const writers = [...new Set(memberIds)];
  const topic = await addFollowing(tx, writers, topicId);
  return writers.length > 1 || (topic?.is_followed_by_others ?? false);
}
