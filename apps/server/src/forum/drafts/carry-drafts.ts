import type { Statements } from '../../platform/db/database.ts';
import { copyReplyDrafts } from './queries.ts';

/** Moves reply drafts from a merged topic to its target. */
export async function carryDrafts(tx: Statements, fromTopicId: string, toTopicId: string): Promise<void> {
  await copyReplyDrafts(tx, fromTopicId, toTopicId);
}
