import type { Statements } from '../platform/db/database.ts';
import { upsertAuthorFollows } from './track-queries.ts';

/** Makes authors follow the topic unless they unfollowed it. Returns true if the new posts may have followers to notify. */
export async function followAsAuthors(tx: Statements, memberIds: readonly string[], topicId: string): Promise<boolean> {
  const writers = [...new Set(memberIds)];
  const topic = await upsertAuthorFollows(tx, writers, topicId);
  return writers.length > 1 || (topic?.is_followed_by_others ?? false);
}
