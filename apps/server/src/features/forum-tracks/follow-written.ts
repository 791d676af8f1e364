import type { Statements } from '../../db/database.ts';
import { addFollowing } from './queries.ts';

/** Those who write in a topic follow it from then on, unless they said once that they do not. Runs in the transaction that adds what they wrote. */
export async function followWritten(tx: Statements, memberIds: readonly string[], topicId: string): Promise<void> {
  await addFollowing(tx, memberIds, topicId);
}
