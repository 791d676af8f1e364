import type { Statements } from '../../platform/db/database.ts';
import { notFound } from '../../platform/refusal.ts';
import * as queries from './moved-queries.ts';

/**
 * Locks a topic for whoever changes its posts. A statement reads posts as they were when it began, even if it then waits for the topic:
 * so the lock is a statement of its own, and the next one finds what was moved meanwhile.
 */
export async function lockTopic(tx: Statements, topicId: string): Promise<queries.TopicLocked> {
  const topic = await queries.lockTopic(tx, topicId);
  if (!topic) throw notFound('topicNotFound');
  return topic;
}
