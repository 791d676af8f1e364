import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { Refusal } from '../../refusal.ts';
import { findByKey } from './queries.ts';

/** The topic that was begun under this key before. */
export async function findTopicSentBefore({ db }: Context, viewer: Viewer, key: string | null): Promise<string | undefined> {
  const before = key === null ? undefined : await findByKey(db, viewer.id, key);
  if (before && before.number !== 1) throw new Refusal('conflict', 'keyOfOtherPost');
  return before?.topic_id;
}
