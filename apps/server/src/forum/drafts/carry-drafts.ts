import type { Statements } from '../../platform/db/database.ts';
import { copyReplyDrafts } from './queries.ts';

/** Replies that members began to a topic that is merged go to the other one, in the transaction that merges them. */
export async function carryDrafts(tx: Statements, fromTopicId: string, toTopicId: string): Promise<void> {
  await copyReplyDrafts(tx, fromTopicId, toTopicId);
}
