import type { Statements } from '../../platform/db/database.ts';
import { notFound } from '../../platform/refusal.ts';
import * as queries from './moved-post-queries.ts';

/** Locks a topic. Only a later statement may read the posts: this statement's snapshot is older than the lock. */
export async function requireTopicForUpdate(tx: Statements, topicId: string): Promise<queries.LockedTopic> {
  const topic = await queries.lockTopicRow(tx, topicId);
  if (!topic) throw notFound('topicNotFound');
  return topic;
}
