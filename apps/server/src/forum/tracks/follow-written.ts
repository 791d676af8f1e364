import type { Statements } from '../../platform/db/database.ts';
import { addFollowing } from './queries.ts';

/**
 * Makes the authors of new posts follow the topic, unless they unfollowed it before. Runs in the transaction that adds the posts. Returns true if
 * anyone but the topic's author follows it and has new posts by others.
 */
export async function followWritten(tx: Statements, memberIds: readonly string[], topicId: string): Promise<boolean> {
  const writers = [...new Set(memberIds)];
  const topic = await addFollowing(tx, writers, topicId);
  return writers.length > 1 || (topic?.is_followed_by_others ?? false);
}
