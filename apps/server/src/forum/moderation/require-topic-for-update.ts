import type { Statements } from '../../platform/db/database.ts';
import { notFound } from '../../platform/refusal.ts';
import * as queries from './moved-post-queries.ts';

/** Must be its own statement: after waiting for the lock, it reads an older snapshot. Only the next statement finds moved posts. */
export async function requireTopicForUpdate(tx: Statements, topicId: string): Promise<queries.LockedTopic> {
  const topic = await queries.lockTopicRow(tx, topicId);
  if (!topic) throw notFound('topicNotFound');
  return topic;
}
